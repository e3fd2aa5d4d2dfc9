import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { purgeAccess } from "../auth/sessions.ts";
import { describeError, log } from "../log.ts";
import { forgetMailFiles } from "../mail/mail-files.ts";
import { purgeConsentLinks } from "../submissions/consent-links.ts";
import { purgeClosed } from "./purge-closed.ts";
import { purgeWithdrawn } from "./purge-withdrawn.ts";
import { refreshIfDue } from "./refresh-statistics.ts";

const hourMilliseconds = 60 * 60 * 1000;
/** So long an operator who was just about to answer can see why there is nobody to answer. */
const withdrawnMinutes = 30;
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
    const withdrawn = await purgeWithdrawn({ now: new Date(), minutes: withdrawnMinutes, signal });
    if (withdrawn.leads || withdrawn.inquiries) log().info(withdrawn, "erased withdrawn submissions");
    const purged = await purgeClosed({ now: new Date(), signal });
    if (purged.leads || purged.inquiries) log().info(purged, "purged closed submissions");
    await refreshIfDue();
    await forgetMailFiles();
    await purgeAccess({ now: new Date() });
    await purgeConsentLinks({ now: new Date() });
  } catch (error) {
    log().warn({ error: describeError(error) }, "what is due to be purged could not be");
  }
}
