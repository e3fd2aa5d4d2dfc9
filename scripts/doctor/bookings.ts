import { findBookingService } from "../../lib/server/bookings/cal-com.ts";
import { askNextTimes } from "../../lib/server/bookings/free-times.ts";
import type { Finding } from "./environment.ts";

const subject = "bookings";
const waitMilliseconds = 10_000;

/** Asks the booking service for the free times of two weeks, as the result page does. */
export async function checkBookings(): Promise<Finding[]> {
  const service = findBookingService();
  if (!service) return [];
  const startedAt = performance.now();
  try {
    const [first, ...more] = await askNextTimes(service, new Date(), waitMilliseconds);
    const seconds = `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
    if (first) {
      const text = `${more.length + 1} free times in two weeks, the first ${first.toISOString()}, told in ${seconds}`;
      return [{ level: "ok", subject, text }];
    }
    const text = `no free time in two weeks, told in ${seconds}`;
    return [{ level: "note", subject, text, advice: "Open hours for the event type at the booking service." }];
  } catch (error) {
    const text = `the booking service has no times: ${error instanceof Error ? error.message : String(error)}`;
    const advice = "Look at BOOKING_EVENT_TYPE, BOOKING_API_KEY and BOOKING_API_URL. Until then pages have the link.";
    return [{ level: "wrong", subject, text, advice }];
  }
}
