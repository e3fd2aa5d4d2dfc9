import { dayMilliseconds } from "../../lib/domain/durations.ts";
import { findBookingService } from "../../lib/server/bookings/cal-com.ts";
import { requestNextTimes } from "../../lib/server/bookings/free-times.ts";
import { findListingService } from "../../lib/server/bookings/reconcile-bookings.ts";
import { env } from "../../lib/server/env.ts";
import type { Finding } from "../harmful-settings.ts";

const subject = "bookings";
const waitMilliseconds = 10_000;

/** Calls the booking service like the app does. Reports only counts and times, because bookings name people. */
export async function checkBookings(): Promise<Finding[]> {
  if (!findListingService()) return [];
  return [...(await checkFreeTimes()), await checkBookingChanges(), checkWebhooks()];
}

/** Asks for the free times of two weeks, which needs no key. */
async function checkFreeTimes(): Promise<Finding[]> {
  const service = findBookingService();
  if (!service) return [];
  const formatElapsed = startStopwatch();
  try {
    const [first, ...more] = await requestNextTimes(service, new Date(), waitMilliseconds);
    if (first) {
      const text = `${more.length + 1} free times in two weeks, the first ${first.toISOString()}, ${formatElapsed()}`;
      return [{ level: "ok", subject, text }];
    }
    const text = `no free time in two weeks, ${formatElapsed()}`;
    return [{ level: "note", subject, text, advice: "Open hours for the event type at the booking service." }];
  } catch (error) {
    const text = `the free times could not be read: ${formatError(error)}`;
    const advice = "Check BOOKING_EVENT_TYPE and BOOKING_API_URL. Until then, pages show the booking link.";
    return [{ level: "wrong", subject, text, advice }];
  }
}

/** Asks for changed bookings with the key, as the app does every hour. */
async function checkBookingChanges(): Promise<Finding> {
  const formatElapsed = startStopwatch();
  try {
    const changed = await findListingService()?.list(new Date(Date.now() - dayMilliseconds));
    const { changes = [], unreadable = 0 } = changed ?? {};
    const text = `the key may list bookings: ${changes.length} changes in the last day, ${formatElapsed()}`;
    if (!unreadable) return { level: "ok", subject, text };
    const advice =
      "These changes are ignored. If there are many, the service has changed its API: look for a newer version.";
    return { level: "note", subject, text: `${text}; ${unreadable} could not be read`, advice };
  } catch (error) {
    const text = `the booking service does not list its bookings: ${formatError(error)}`;
    const advice =
      "Check BOOKING_API_KEY and BOOKING_API_URL: with status 401, the key is wrong. Bookings are not seen.";
    return { level: "wrong", subject, text, advice };
  }
}

function checkWebhooks(): Finding {
  if (env().BOOKING_WEBHOOK_SECRET !== undefined) return { level: "ok", subject, text: "webhooks must be signed" };
  const text = "BOOKING_WEBHOOK_SECRET is not set: bookings made at the service are seen within an hour";
  const advice =
    "To see them at once, set it, and register a webhook to /api/webhooks/bookings with this secret at the service.";
  return { level: "note", subject, text, advice };
}

function startStopwatch(): () => string {
  const startedAt = performance.now();
  return () => `answered in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}

const formatError = (error: unknown) => (error instanceof Error ? error.message : String(error));
