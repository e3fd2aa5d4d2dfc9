import "server-only";
import { dayMilliseconds } from "../../domain/durations.ts";
import { describeError, log } from "../log.ts";
import { OutsideError } from "../outside-request.ts";
import { oncePerProcess } from "../process.ts";
import { type BookingService, findBookingService, requestFreeTimes } from "./cal-com.ts";

/** Maximum time that a page waits for the booking service. */
const waitMilliseconds = 1_500;
const keptMilliseconds = 60_000;
/** Time for which a failing service is not asked again. */
const pauseMilliseconds = 10_000;
const daysAhead = 14;

/** `times` is null if the service did not answer. */
type KeptTimes = { until: number; times: Promise<Date[] | null> };
const kept = oncePerProcess("free times", () => ({ latest: undefined as KeptTimes | undefined }));

/**
 * Returns the free times of the next two weeks, at most a minute old.
 * @returns null if there is no booking service, or if it did not answer in time
 */
export async function listFreeTimes(now: Date): Promise<Date[] | null> {
  const service = findBookingService();
  if (!service) return null;
  if (!kept.latest || kept.latest.until <= now.getTime()) {
    const asked: KeptTimes = { until: now.getTime() + keptMilliseconds, times: requestTimesOrNull(service, now) };
    kept.latest = asked;
    void asked.times.then((times) => {
      if (!times) asked.until = now.getTime() + pauseMilliseconds;
    });
  }
  return (await kept.latest.times)?.filter((start) => start > now) ?? null;
}

export function forgetFreeTimes(): void {
  kept.latest = undefined;
}

async function requestTimesOrNull(service: BookingService, now: Date): Promise<Date[] | null> {
  try {
    return await requestNextTimes(service, now, waitMilliseconds);
  } catch (error) {
    const reason = error instanceof OutsideError ? error.message : describeError(error);
    log().warn({ error: reason }, "the free times could not be read");
    return null;
  }
}

/** Asks for the free times of the next two weeks. @throws OutsideError */
export function requestNextTimes(service: BookingService, now: Date, timeoutMilliseconds: number): Promise<Date[]> {
  const to = new Date(now.getTime() + daysAhead * dayMilliseconds);
  return requestFreeTimes(service, { from: now, to }, timeoutMilliseconds);
}
