import "server-only";
import { Worker } from "node:worker_threads";
import { AppError } from "../../../domain/errors.ts";
import { log } from "../../log.ts";
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

/** Of a mail that is not readable there is the head alone: who sent it, and what it answers. */
export type ReadMessage = ParsedMessage & { isReadable: boolean };

/** Beyond it, a head is refused. */
const headBytesMax = 128 * 1024;
/** A machine under load takes a tenth of it. */
const milliseconds = (bytes: number) => 10_000 + bytes / 1_000;

/**
 * Reads a mail as it came over the wire (RFC 5322): its text alone, files as they are. Nothing is run or fetched. A mail may
 * be made to take long: it is read beside the event loop.
 * @param server the one that signs Authentication-Results
 * @throws AppError `invalid_input` for what is no mail, or has a head beyond bounds
 */
export async function parseMessage(
  raw: Uint8Array,
  server?: string,
  millisecondsMax = milliseconds(raw.byteLength),
): Promise<ReadMessage> {
  const output = raw.byteLength > messageBytesMax ? tooLarge : await parse(raw, server, millisecondsMax);
  if ("message" in output) return { ...output.message, isReadable: true };
  if (output.refusal === "no_mail") throw new AppError("invalid_input", "This is no mail.");
  const head = await parseHead(raw, server);
  log().warn({ cause: output.cause }, "a mail could not be read: its head is held");
  return head;
}

/** Reads what stands before the first empty line. @throws as `parseMessage` */
export async function parseHead(raw: Uint8Array, server?: string): Promise<ReadMessage> {
  const head = cutHead(raw);
  const output = await parse(head, server, milliseconds(head.byteLength));
  if (!("message" in output)) {
    throw new AppError("invalid_input", "The mail cannot be read, nor can its head.", { cause: output.cause });
  }
  return { ...output.message, text: "", quoted: "", returned: "", files: [], isReadable: false };
}

const tooLarge: ParseOutput = { refusal: "beyond_bounds", cause: "more than 25 MiB" };
const tooSlow: ParseOutput = { refusal: "beyond_bounds", cause: "too much time or memory" };

async function parse(raw: Uint8Array, server: string | undefined, millisecondsMax: number): Promise<ParseOutput> {
  const copy = new Uint8Array(raw);
  const options = { milliseconds: millisecondsMax, transfer: [copy.buffer] };
  return (await threads.run({ raw: copy, server }, options)) ?? tooSlow;
}

function cutHead(raw: Uint8Array): Uint8Array {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, headBytesMax));
  const end = /\n\r?\n/.exec(start.toString("latin1"));
  return end ? start.subarray(0, end.index + 1) : start;
}
