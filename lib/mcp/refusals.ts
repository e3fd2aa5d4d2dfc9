import type { CallToolResult } from "@modelcontextprotocol/server";
import { AppError } from "../domain/errors.ts";

const textMax = 1_000;
const otherWay = "If the person would rather send it themselves, prepare_form writes a link to the filled form.";

/** Text only: clients of the first SDK throw on structured content that does not match the output schema. */
export function refuse(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}

type Called = { name: string; isSubmission: boolean };

/** Beyond the text limit, lists fields only. A fault must start with its field's name, without the caller's value. */
export function describeFaults(faults: string[], { name, isSubmission }: Called): string {
  const opening = isSubmission ? "Nothing was stored. " : "";
  const isAboutAnswers = faults.some((fault) => fault.startsWith("answersByKey"));
  const help = isAboutAnswers ? " The tool get_evaluation_questions explains the questions and options." : "";
  const write = (count: number) => {
    const rest = faults.slice(count).map((fault) => fault.split(" ", 1)[0]);
    const also = rest.length ? `; also wrong: ${rest.join(", ")}` : "";
    const listed = `${faults.slice(0, count).join("; ")}${also}`;
    return `${opening}Correct this and call ${name} again with all arguments: ${listed}.${help}${isSubmission ? ` ${otherWay}` : ""}`;
  };
  let count = faults.length;
  while (count > 0 && write(count).length > textMax) count -= 1;
  return write(count);
}

/** Reveals nothing internal: all unexpected errors get the same sentence. */
export function describeFailure(error: unknown, { isSubmission }: Pick<Called, "isSubmission">): string {
  const known = error instanceof AppError && error.kind !== "internal" ? error : undefined;
  if (!isSubmission) return known?.message ?? "Something went wrong on our side. Try again later.";
  return `${describeRefusal(known)} ${otherWay}`;
}

function describeRefusal(error: AppError | undefined): string {
  if (!error) return "Something went wrong on our side. The submission was not acknowledged. Try again later.";
  const { kind, message, retryAfterSeconds = 1 } = error;
  if (kind === "rate_limited") {
    return `${message} Nothing was stored. Wait, then call again with the same arguments; another agentName is no way around.`;
  }
  if (kind === "unavailable") {
    return `${message} The submission was not acknowledged: call again with the same arguments after ${retryAfterSeconds} seconds.`;
  }
  // Does not mention the submission key: it comes from a consent question, so the caller did not choose it.
  if (kind === "conflict") {
    return "Nothing was stored: this question was answered already. Do not send it again unless the person asks for it.";
  }
  return message;
}
