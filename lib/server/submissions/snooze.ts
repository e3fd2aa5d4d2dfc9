import "server-only";
import type { SnoozeChange } from "../../domain/desk/changes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { AppError } from "../../domain/errors.ts";
import type { EventDetails } from "../../domain/submissions/events.ts";
import { isClosed } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { type Changed, changeSubmission } from "./change-submission.ts";
import { insertEvent } from "./events.ts";

const daysMax = 366;

/**
 * Hides an open submission from the inbox until a time, or brings it back. Its response clock runs on.
 * @throws AppError `invalid_input` for a time that is over or more than a year away, or a closed submission;
 *   `not_found`; `conflict`; `unavailable`
 */
export async function snooze(
  change: SnoozeChange,
  { operator, now }: { operator: Operator; now: Date },
): Promise<Changed> {
  const { kind, id, until } = change;
  requireFuture(until, now);
  return changeSubmission(operator, change, async (tx, { status, snoozedUntil }) => {
    if (until && isClosed(status)) throw new AppError("invalid_input", "It is closed.");
    if (until?.getTime() === snoozedUntil?.getTime()) return null;
    await tx.$executeRaw`
      UPDATE submissions SET revision = revision + 1, snoozed_until = ${until}::timestamptz
      WHERE kind = ${kind} AND id = ${id}`;
    return insertEvent(tx, operator, change, { type: "snooze", details: toSnooze(snoozedUntil, until) }, now);
  });
}

/** @throws AppError `invalid_input` */
export function requireFuture(until: Date | null, now: Date): void {
  if (!until) return;
  const days = (until.getTime() - now.getTime()) / dayMilliseconds;
  if (days <= 0 || days > daysMax) throw new AppError("invalid_input", "Snooze it until a time of the coming year.");
}

export function toSnooze(from: Date | null, until: Date | null): EventDetails["snooze"] {
  return { from: from?.toISOString() ?? null, until: until?.toISOString() ?? null };
}

/**
 * Brings a snoozed submission back on top, in the transaction that stores what its person wrote. Does nothing for one
 * that is not snoozed.
 * @param person the name for the timeline
 */
export async function wakeSubmission(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  { person, now }: { person: string; now: Date },
): Promise<void> {
  const [row] = await tx.$queryRaw<{ from: Date }[]>`
    SELECT snoozed_until AS "from" FROM submissions
    WHERE kind = ${kind} AND id = ${id} AND snoozed_until > ${now}::timestamptz FOR UPDATE`;
  if (!row) return;
  await tx.$executeRaw`
    UPDATE submissions SET revision = revision + 1, snoozed_until = ${now}::timestamptz
    WHERE kind = ${kind} AND id = ${id}`;
  const details = { ...toSnooze(row.from, null), reason: "wrote" } as const;
  await insertEvent(tx, { name: person }, { kind, id }, { type: "snooze", details }, now);
}
