import "server-only";
import { database } from "../db.ts";
import { describeError, log } from "../log.ts";
import { repeatEvery } from "../repeat.ts";
import { answerMilliseconds, lookUp, toBooker } from "./book-time.ts";
import { findBookingService } from "./cal-com.ts";

const lookMilliseconds = 15_000;
const settledMax = 20;

/** Asks the service about bookings whose answer was lost, also where the person does not come back. */
export async function settlePendingBookings(
  now: Date,
  { max = settledMax, signal }: { max?: number; signal?: AbortSignal } = {},
): Promise<void> {
  if (!findBookingService()) return;
  const rows = await database(
    (db) =>
      db.booking.findMany({
        include: { submission: true },
        where: { state: "pending", askedAt: { lt: new Date(now.getTime() - answerMilliseconds) } },
        orderBy: { askedAt: "asc" },
        take: max,
      }),
    "mail",
  );
  for (const { submission, ...row } of rows) {
    if (!signal?.aborted) await lookUp(toBooker(submission), row, now).catch(warn);
  }
}

/** @returns a function that stops it and waits at most five seconds for a look-up */
export function startSettlingBookings(): () => Promise<void> {
  return repeatEvery(lookMilliseconds, (signal) => settlePendingBookings(new Date(), { signal }).catch(warn));
}

function warn(error: unknown): void {
  log().warn({ error: describeError(error) }, "a pending booking could not be settled");
}
