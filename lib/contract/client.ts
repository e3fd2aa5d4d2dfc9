import type * as z from "zod/mini";
import type { FieldFault } from "../domain/submissions/field-faults.ts";
import { readFieldFaults } from "./invalid-fields.ts";
import type { Operation } from "./operation.ts";

/** What became of a call: never an exception, so that a form has one place for each case. */
export type CallOutcome<Result> =
  | { kind: "done"; result: Result }
  /** The payload was refused: which fields, where the service has said so. */
  | { kind: "refused"; faults: FieldFault[] }
  | { kind: "rate_limited" | "unavailable"; retryAfterSeconds: number }
  /** No answer: whether it was stored is unknown. Calling again with the same key stores it once. */
  | { kind: "no_answer" };

type Options = {
  /** 16 to 64 letters, digits, hyphens and underscores of this submission; sent again with it, it is stored once. */
  submissionKey: string;
  /** The version of the privacy notice that the form showed. */
  noticeVersion: string;
};

const waitMilliseconds = 20_000;
/** Where an answer names no seconds: a proxy's own may have none, or a date. */
const retrySeconds = 5;

/** Sends `body` to a POST operation of this site. */
export async function submit<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  operation: Operation<Input, Output>,
  body: z.input<Input>,
  { submissionKey, noticeVersion }: Options,
): Promise<CallOutcome<z.output<Output>>> {
  try {
    const response = await fetch(`/api${operation.path}`, {
      method: operation.method,
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": submissionKey,
        "Privacy-Notice-Version": noticeVersion,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(waitMilliseconds),
    });
    return await outcomeOf(operation, response);
  } catch {
    return { kind: "no_answer" };
  }
}

async function outcomeOf<Output extends z.ZodMiniType>(
  operation: Operation<z.ZodMiniType, Output>,
  response: Response,
): Promise<CallOutcome<z.output<Output>>> {
  if (response.status === operation.status)
    return { kind: "done", result: operation.output.parse(await response.json()) };
  const retryAfterSeconds = Number(response.headers.get("retry-after")) || retrySeconds;
  if (response.status === 429) return { kind: "rate_limited", retryAfterSeconds };
  if (response.status >= 500) return { kind: "unavailable", retryAfterSeconds };
  return { kind: "refused", faults: readFieldFaults(response.headers.get("invalid-fields")) };
}
