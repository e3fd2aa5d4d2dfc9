import "server-only";
import { database } from "../db.ts";
import { describeError, log } from "../log.ts";
import { answerMilliseconds, lookUp, toBooker } from "./book-time.ts";
import { findBookingService } from "./cal-com.ts";

const lookMilliseconds = 15_000;
const settledMax = 20;

/** Asks the service about bookings whose answer was lost, also where the person does not come back. */
export async function settlePendingBookings(now: Date, max = settledMax): Promise<void> {
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
  for (const { submission, ...row } of rows) await lookUp(toBooker(submission), row, now).catch(warn);
}

/** @returns a function that stops it */
export function startSettlingBookings(): () => Promise<void> {
  let running: Promise<void> | undefined;
  const settle = () => {
    running ??= settlePendingBookings(new Date())
      .catch(warn)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(settle, lookMilliseconds).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

function warn(error: unknown): void {
  log().warn({ error: describeError(error) }, "a pending booking could not be settled");
}
