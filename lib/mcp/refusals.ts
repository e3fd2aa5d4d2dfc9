import type { CallToolResult } from "@modelcontextprotocol/server";
import { AppError } from "../domain/errors.ts";

const textMax = 1_000;

/** Text alone: clients of the first SDK throw at structured content that does not fit the output schema. */
export function refuse(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}

type Called = { name: string; isSubmission: boolean };

/**
 * Names every fault; those for whose bounds there is no room by field alone. `faults` begin with the name of the field and
 * hold no value of the caller.
 */
export function describeFaults(faults: string[], { name, isSubmission }: Called): string {
  const opening = isSubmission ? "Nothing was stored. " : "";
  const isAboutAnswers = faults.some((fault) => fault.startsWith("answersByKey"));
  const help = isAboutAnswers ? " The tool check_fit_requirements explains the questions and options." : "";
  const write = (count: number) => {
    const rest = faults.slice(count).map((fault) => fault.split(" ", 1)[0]);
    const also = rest.length ? `; also wrong: ${rest.join(", ")}` : "";
    return `${opening}Correct this and call ${name} again with all arguments: ${faults.slice(0, count).join("; ")}${also}.${help}`;
  };
  let count = faults.length;
  while (count > 0 && write(count).length > textMax) count -= 1;
  return write(count);
}

/** Says nothing internal: an error that we did not write gets one fixed sentence. */
export function describeFailure(error: unknown, { isSubmission }: Pick<Called, "isSubmission">): string {
  const kind = error instanceof AppError ? error.kind : "internal";
  if (!(error instanceof AppError) || kind === "internal") {
    const stored = isSubmission ? " The submission was not acknowledged." : "";
    return `Something went wrong on our side.${stored} Try again later.`;
  }
  if (kind === "rate_limited") {
    return `${error.message} Nothing was stored. Wait, then call again with the same arguments; another agentName is no way around.`;
  }
  if (kind === "unavailable" && isSubmission) {
    return `${error.message} The submission was not acknowledged: call again with the same arguments after ${error.retryAfterSeconds ?? 1} seconds.`;
  }
  // The key is one of a consent: the caller has none.
  if (kind === "conflict" && isSubmission) {
    return "Nothing was stored: this question was answered already. Do not send it again unless the person asks for it.";
  }
  return error.message;
}
