import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "../../env.ts";
import { describeError, log } from "../../log.ts";
import { readMailbox, type TimeLimits } from "./read-mailbox.ts";

const intervalSeconds = 30;
const intervalSecondsMax = 600;

/**
 * Starts reading IMAP_URL every half minute. After a failure the interval grows, up to ten minutes. Does nothing
 * without IMAP_URL.
 * @returns a function that stops the reader and waits for the mail in progress
 */
export function startMailboxReader(): () => Promise<void> {
  if (env().IMAP_URL === undefined) return async () => undefined;
  const ending = new AbortController();
  const running = readUntil(ending.signal);
  return async () => {
    ending.abort();
    await running;
  };
}

async function readUntil(signal: AbortSignal): Promise<void> {
  let seconds = intervalSeconds;
  while (!signal.aborted) {
    const isRead = (await readAll({ signal })) !== "failed";
    seconds = isRead ? intervalSeconds : Math.min(seconds * 2, intervalSecondsMax);
    await sleep(seconds * 1_000, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Reads all new mails from IMAP_URL, if it is set. Logs a failure.
 * @returns `later` when mails are left for the next call
 */
export async function readAll(limits: TimeLimits): Promise<"read" | "later" | "failed"> {
  try {
    while (!limits.signal.aborted) {
      const read = await readMailbox(limits);
      if (read && read.stored + read.refused > 0) log().info(read, "mails were read");
      if (read?.readAgain !== "at_once") return read?.readAgain === "later" ? "later" : "read";
    }
    return "later";
  } catch (error) {
    log().warn({ error: describeError(error) }, "the mailbox could not be read");
    return "failed";
  }
}
