import "server-only";
import { Worker } from "node:worker_threads";
import { AppError } from "../../../domain/errors.ts";
import { oncePerProcess } from "../../once-per-process.ts";
import { ThreadPool, threadBounds } from "../../thread.ts";
import type { ParseInput, ParseOutput } from "./parse-thread.ts";
import type { ParsedMessage } from "./parsed-message.ts";

/** As the large providers. */
export const messageBytesMax = 25 * 1024 * 1024;

const threads = oncePerProcess(
  "mail threads",
  () =>
    new ThreadPool<ParseInput, ParseOutput>(
      () => new Worker(new URL("./parse-thread.ts", import.meta.url), threadBounds),
    ),
);

/**
 * Reads a mail as it came over the wire (RFC 5322): its text alone, files as they are. Nothing is run or fetched. A mail may
 * be made to take long: it is read beside the event loop.
 * @param server the one that signs Authentication-Results
 * @throws AppError `too_large` from 25 MiB on, `invalid_input` for what is no mail or beyond bounds
 */
export async function parseMessage(raw: Uint8Array, server?: string): Promise<ParsedMessage> {
  if (raw.byteLength > messageBytesMax) throw new AppError("too_large", "A mail must have at most 25 MiB.");
  const copy = new Uint8Array(raw);
  const output = await threads.run({ raw: copy, server }, { transfer: [copy.buffer] });
  if (output === null) throw new AppError("invalid_input", "The mail takes too long to read.");
  if ("message" in output) return output.message;
  if (output.refusal === "no_mail") throw new AppError("invalid_input", "This is no mail.");
  throw new AppError("invalid_input", "The mail has too many parts.", { cause: output.cause });
}
