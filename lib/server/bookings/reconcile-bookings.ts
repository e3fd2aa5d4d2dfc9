import "server-only";
import { createHash } from "node:crypto";
import type { SeenBooking } from "../../domain/bookings/booking.ts";
import { dayMilliseconds, hourMilliseconds } from "../../domain/durations.ts";
import { AppError } from "../../domain/errors.ts";
import { rawDatabase } from "../db.ts";
import { describeError, log } from "../log.ts";
import { OutsideError } from "../outside-request.ts";
import { findBookingService, listCalComChanges } from "./cal-com.ts";
import { findCalendly, listCalendlyChanges } from "./calendly.ts";
import { recordSeenBooking } from "./record-seen-booking.ts";
import type { ListedChanges } from "./service-answers.ts";

/** Overlap of each request with the last complete answer, because the service's clock and lists may lag behind ours. */
const overlapMilliseconds = hourMilliseconds;
const firstMilliseconds = 30 * dayMilliseconds;
/** How long the service is asked again for a booking that could not be recorded. */
const retryMilliseconds = dayMilliseconds;

/**
 * Asks the booking service for what changed since its last complete answer, so that a lost webhook loses nothing. This
 * happens once an hour over all processes.
 */
export async function reconcileBookings(now: Date, signal?: AbortSignal): Promise<void> {
  try {
    const service = findListingService();
    const since = service && (await claimHourlyCheck(service.key, now));
    if (!since) return;
    const { changes, unreadable, stoppedAt, ...listed } = await service.list(since, signal);
    const { counts, ...recorded } = await recordBookingChanges(changes, now);
    const answeredUntil = stoppedAt?.getTime() ?? now.getTime() - overlapMilliseconds;
    const failures = [listed, recorded].flatMap(({ failedAt }) => failedAt?.getTime() ?? []);
    const retriedFrom = Math.max(Math.min(answeredUntil, ...failures), now.getTime() - retryMilliseconds);
    const seenUntil = BigInt(Math.min(answeredUntil, retriedFrom));
    await rawDatabase("mail").$executeRaw`UPDATE read_mailboxes SET last_uid = ${seenUntil} WHERE key = ${service.key}`;
    if (changes.length || unreadable) log().info({ ...counts, unreadable }, "changed bookings were recorded");
    if (stoppedAt) log().warn("the booking service stopped answering: it is asked for the other bookings in an hour");
  } catch (error) {
    const reason = error instanceof OutsideError ? error.message : describeError(error);
    log().warn({ error: reason }, "the booking service did not list its bookings: it is asked again in an hour");
  }
}

/** Returns null if there is no booking service. */
export function findListingService() {
  const calCom = findBookingService();
  const account = calCom ?? findCalendly();
  if (!account) return null;
  // The key contains the account, so that the bookings of a new account are listed from the start.
  const key = createHash("sha256").update(`${account.apiUrl} ${account.apiKey}`).digest("hex");
  const list = (since: Date, signal?: AbortSignal): Promise<ListedChanges> =>
    calCom ? listCalComChanges(calCom, since, signal) : listCalendlyChanges(account, since, signal);
  return { key, list };
}

/**
 * Claims this hour's check. A claim from the future, made while a clock was wrong, does not count.
 * @returns time up to which changes are known, or null if another process has claimed it
 */
async function claimHourlyCheck(key: string, now: Date): Promise<Date | null> {
  const next = new Date(now.getTime() + hourMilliseconds);
  const tooLate = new Date(now.getTime() + 2 * hourMilliseconds);
  const first = BigInt(now.getTime() - firstMilliseconds);
  const [row] = await rawDatabase("mail").$queryRaw<{ seenUntil: bigint }[]>`
    INSERT INTO read_mailboxes (key, last_uid, read_until) VALUES (${key}, ${first}, ${next}::timestamptz)
    ON CONFLICT (key) DO UPDATE SET read_until = excluded.read_until
      WHERE read_mailboxes.read_until <= ${now}::timestamptz OR read_mailboxes.read_until > ${tooLate}::timestamptz
    RETURNING last_uid AS "seenUntil"`;
  return row ? new Date(Math.min(Number(row.seenUntil), now.getTime() - overlapMilliseconds)) : null;
}

type RecordedChanges = { counts: Record<string, number>; failedAt?: Date };

/** Records bookings in the order of their changes. @throws AppError `unavailable` */
async function recordBookingChanges(changes: SeenBooking[], now: Date): Promise<RecordedChanges> {
  const recorded: RecordedChanges = { counts: {} };
  for (const seen of changes.toSorted((one, other) => one.changedAt.getTime() - other.changedAt.getTime())) {
    const result = await recordSeenBooking(seen, now).catch((error: unknown) => {
      if (error instanceof AppError && error.kind === "unavailable") throw error;
      log().warn({ error: describeError(error) }, "a booking could not be recorded");
      recorded.failedAt ??= seen.changedAt;
      return "failed" as const;
    });
    recorded.counts[result] = (recorded.counts[result] ?? 0) + 1;
  }
  return recorded;
}
