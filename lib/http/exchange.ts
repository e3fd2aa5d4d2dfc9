import type { RequestContext } from "../domain/request-context.ts";
import type { AnswerHeaders } from "./answer.ts";

/** One request on its way to its answer. */
export type Exchange = RequestContext & {
  /** The operation's id, or what stands for it in the log. */
  name: string;
  request: Request;
  headers: AnswerHeaders;
  /** What submissions are counted by; empty where none are. */
  clientIp: string;
  /** What the log line may say of input and output. */
  logged: Record<string, unknown>;
};
