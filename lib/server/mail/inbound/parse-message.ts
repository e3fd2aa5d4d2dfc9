import "server-only";
import { Worker } from "node:worker_threads";
import { AppError } from "../../../domain/errors.ts";
import { log } from "../../log.ts";
import { oncePerProcess } from "../../process.ts";
import { ThreadPool, threadBounds, threadWaitMilliseconds } from "../../thread.ts";
import type { ParseInput, ParseOutput } from "./parse-thread.ts";
import type { ParsedMessage } from "./parsed-message.ts";

/** The maximum mail size at the large mail providers. */
export const messageBytesMax = 25 * 1024 * 1024;

const threads = oncePerProcess(
  "mail threads",
  () =>
    new ThreadPool<ParseInput, ParseOutput>(
      () => new Worker(new URL("./parse-thread.ts", import.meta.url), { ...threadBounds }),
    ),
);

/** `isReadable`: has more than header fields. `isTooSlow`: parsing ran out of time or memory; a retry may succeed. */
export type ReadMessage = ParsedMessage & { isReadable: boolean; isTooSlow: boolean };

/** Maximum CPU time for parsing a mail: ten times what 25 MiB of files or 50,000 lines need. */
const parseMilliseconds = 2_000;

export const parseMillisecondsMax = 2 * (parseMilliseconds + threadWaitMilliseconds);

/**
 * Runs no code of the mail and fetches nothing. Uses another thread, because a crafted mail could block this one.
 * @param server name of the server that signs Authentication-Results
 * @returns null when there was no time to parse even the header
 * @throws AppError `invalid_input` when the input is not a mail or its header exceeds the limits
 */
export async function parseMessage(
  raw: Uint8Array,
  server?: string,
  milliseconds = parseMilliseconds,
): Promise<ReadMessage | null> {
  const output = raw.byteLength > messageBytesMax ? tooLarge : await parseInThread(raw, server, "whole", milliseconds);
  if ("message" in output) return { ...output.message, isReadable: true, isTooSlow: false };
  if (output.refusal === "no_mail") throw new AppError("invalid_input", "This is not a mail message.");
  const head = await parseHead(raw, server);
  const message = head ? "a mail could not be read: its head is held" : "neither a mail nor its head could be read";
  log().warn({ cause: output.cause }, message);
  return head && { ...head, isTooSlow: output.refusal === "too_slow" };
}

/** @returns and throws as `parseMessage` */
export async function parseHead(raw: Uint8Array, server?: string): Promise<ReadMessage | null> {
  const output = await parseInThread(raw, server, "head");
  if (!("message" in output)) {
    if (output.refusal === "too_slow") return null;
    throw new AppError("invalid_input", "Neither the mail nor its header can be read.", { cause: output.cause });
  }
  return cutToHead(output.message);
}

export function cutToHead(mail: ParsedMessage): ReadMessage {
  return { ...mail, text: "", quoted: "", returned: "", files: [], isReadable: false, isTooSlow: false };
}

type Output = ParseOutput | { refusal: "too_slow"; cause: string };

const tooLarge: Output = { refusal: "beyond_bounds", cause: "more than 25 MiB" };
const tooSlow: Output = { refusal: "too_slow", cause: "too much time or memory" };

async function parseInThread(
  raw: Uint8Array,
  server: string | undefined,
  part: ParseInput["part"],
  milliseconds = parseMilliseconds,
): Promise<Output> {
  const copy = new Uint8Array(raw);
  const options = { milliseconds, transfer: [copy.buffer] };
  return (await threads.run({ raw: copy, part, server }, options)) ?? tooSlow;
}
