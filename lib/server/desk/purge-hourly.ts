import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { purgeAccess } from "../auth/purge-access.ts";
import { describeError, log } from "../log.ts";
import { purgeClosed } from "./purge-closed.ts";
import { refreshIfDue } from "./refresh-statistics.ts";

const hourMilliseconds = 60 * 60 * 1000;
const endingMilliseconds = 5_000;

/**
 * Purges now and every hour from now on. What fails is tried again the next hour.
 * @returns a function that ends it: at once, or after the batch under way, for which it waits five seconds at most.
 */
export function purgeHourly(): () => Promise<void> {
  const ending = new AbortController();
  let running: Promise<void> | undefined;
  const purge = () => {
    // A purge that takes longer than an hour goes on alone.
    running ??= run(ending.signal).finally(() => {
      running = undefined;
    });
  };
  purge();
  const timer = setInterval(purge, hourMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    ending.abort();
    await Promise.race([running, sleep(endingMilliseconds, undefined, { ref: false })]);
  };
}

async function run(signal: AbortSignal): Promise<void> {
  try {
    const purged = await purgeClosed({ now: new Date(), signal });
    await refreshIfDue();
    await purgeAccess({ now: new Date() });
    if (purged.leads || purged.inquiries) log().info(purged, "purged closed submissions");
  } catch (error) {
    log().warn({ error: describeError(error) }, "closed submissions could not be purged");
  }
}
