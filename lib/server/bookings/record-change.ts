import "server-only";
import { randomUUID } from "node:crypto";
import type { Operator } from "../../domain/access/operator.ts";
import type { SeenBooking } from "../../domain/bookings/booking.ts";
import { ConsentEvidence } from "../../domain/request-context.ts";
import { applyStatus, type Progress } from "../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { env } from "../env.ts";
import type { Booking, Prisma } from "../generated/prisma/client.ts";
import { restartClock, wakeSubmission } from "../submissions/changes/resume-submission.ts";
import {
  type EventRow,
  insertEvent,
  person,
  service,
  toEvent,
  toPreviousStatus,
  toProgressBefore,
} from "../submissions/core/events.ts";
import { type LockedRow, raiseRevision, storeProgress } from "../submissions/core/locked-row.ts";

/**
 * - `recorded`: the submission has a new, a moved or a cancelled booking
 * - `known`: the change was recorded before
 * - `older`: we know of a later change
 * - `asked`: an operator is asked to which submission it belongs
 * - `ignored`: it belongs to no submission, or the person has withdrawn or was erased
 */
export type ChangeOutcome = "recorded" | "known" | "older" | "asked" | "ignored";

type Change = {
  ref: SubmissionRef;
  row: LockedRow;
  /** `isProven`: a signed reference shows that the submission's sender has booked, or we have booked for them. */
  seen: SeenBooking & { isProven: boolean };
  operator?: Operator;
};

/** Call this with the submission's row locked. */
export async function recordChange(tx: Prisma.TransactionClient, change: Change, now: Date): Promise<ChangeOutcome> {
  const recorded = await recordSingleBooking(tx, change, now);
  const { movedFrom: uid, ...seen } = change.seen;
  if (uid === undefined || seen.state === "cancelled") return recorded;
  const replaced = await tx.booking.findUnique({ where: { uid } });
  // If the cancellation of the new booking came before the move, the old one still counts as booked: cancel it, too.
  if (replaced?.state === "booked" && replaced.submissionId === change.ref.id) {
    return recordSingleBooking(tx, { ...change, seen: { ...seen, uid, state: "cancelled" } }, now);
  }
  // Makes a late message about the old booking have no effect.
  if (!replaced) await storeSeenBooking(tx, change.ref, undefined, { ...seen, uid, state: "cancelled" });
  return recorded;
}

async function recordSingleBooking(tx: Prisma.TransactionClient, change: Change, now: Date): Promise<ChangeOutcome> {
  const { ref, row, seen, operator } = change;
  const rows = await tx.booking.findMany({ where: { kind: ref.kind, submissionId: ref.id } });
  const known = rows.find(({ uid }) => uid === seen.uid) ?? rows.find((each) => isOwnPendingBooking(each, seen));
  const isBooked = seen.state === "booked";
  // The services never restore a cancelled booking, but may deliver an older message late.
  const isOld = known?.state === "cancelled" || (isBooked && known?.changedAt && known.changedAt >= seen.changedAt);
  if (known && isOld) {
    const isEarlier = { id: known.id, askedAt: { gt: seen.bookedAt } };
    await tx.booking.updateMany({ data: { askedAt: seen.bookedAt }, where: isEarlier });
    return hasSameStateAndTime(known, seen) ? "known" : "older";
  }
  const isKnown = known !== undefined && hasSameStateAndTime(known, seen);
  const booked = rows.filter(({ state }) => state === "booked");
  const target = known ?? (isBooked ? booked.find(({ uid }) => uid === seen.movedFrom) : undefined);
  await storeSeenBooking(tx, ref, target, seen);
  if (isBooked) await endPastBookings(tx, ref, seen.bookedAt);
  if (isKnown) return "known";
  if (isBooked && !target?.uid) {
    await setBookedStatus(tx, ref, row, { ...known, ...seen, operator }, now);
    return "recorded";
  }
  const details = { change: isBooked ? "moved" : "cancelled", startAt: seen.startAt.toISOString() } as const;
  await insertEvent(tx, service, ref, { type: "booking", details }, now);
  const hasOther = booked.some(({ id, endAt }) => id !== known?.id && endAt && endAt > seen.changedAt);
  if (!isBooked && known && !hasOther && row.status === "booked") {
    await restoreProgress(tx, ref, row, seen.changedAt, now);
  } else await raiseRevision(tx, ref);
  return "recorded";
}

/** Once the person books again, a booking that has taken place counts no longer. */
async function endPastBookings(
  tx: Prisma.TransactionClient,
  { kind, id: submissionId }: SubmissionRef,
  bookedAt: Date,
) {
  const where = { kind, submissionId, state: "booked", endAt: { lte: bookedAt } };
  await tx.booking.updateMany({ data: { state: "cancelled" }, where });
}

/** Recognizes our pending booking by its reference, or by its time if the service has lost the reference. */
function isOwnPendingBooking({ id, uid, startAt }: Booking, { reference, startAt: seenAt }: SeenBooking): boolean {
  return uid === null && (reference === id || (reference === undefined && startAt.getTime() === seenAt.getTime()));
}

function hasSameStateAndTime({ state, startAt, endAt }: Booking, seen: SeenBooking): boolean {
  if (seen.state === "cancelled") return state === "cancelled";
  const isSameTime = startAt.getTime() === seen.startAt.getTime() && endAt?.getTime() === seen.endAt.getTime();
  return state === "booked" && isSameTime;
}

async function storeSeenBooking(
  tx: Prisma.TransactionClient,
  { kind, id: submissionId }: SubmissionRef,
  target: Booking | undefined,
  { uid, state, startAt, endAt, changedAt, bookedAt, timeZone: zone, isProven }: Change["seen"],
): Promise<void> {
  const timeZone = zone ?? target?.timeZone ?? env().TIME_ZONE;
  const askedAt = target?.uid === uid ? target.askedAt : bookedAt;
  const data = { uid, state, startAt, endAt, changedAt, timeZone, askedAt, isProven };
  if (target) await tx.booking.update({ data, where: { id: target.id } });
  else await tx.booking.create({ data: { ...data, id: randomUUID(), kind, submissionId } });
}

/** Returns the latest booking that was not cancelled and is not over at `now`. A person may have several. */
export function findStandingBooking(
  db: Prisma.TransactionClient,
  { kind, id: submissionId }: SubmissionRef,
  now = new Date(0),
) {
  const isStanding = { state: { not: "cancelled" }, OR: [{ endAt: null }, { endAt: { gt: now } }] };
  return db.booking.findFirst({ where: { kind, submissionId, ...isStanding }, orderBy: { askedAt: "desc" } });
}

type NewBooking = {
  startAt: Date;
  /** When the person booked. Omitted if they are booking now. */
  bookedAt?: Date;
  consentEvidence?: string | null | undefined;
  /** The operator who matched the booking to the submission. */
  operator?: Operator | undefined;
};

/** Sets the status `booked`, unless the submission is won, spam, or was closed after the person booked. */
export async function setBookedStatus(
  tx: Prisma.TransactionClient,
  ref: SubmissionRef,
  row: LockedRow,
  { startAt, bookedAt, consentEvidence, operator }: NewBooking,
  now: Date,
): Promise<void> {
  const actor = operator ?? person;
  const evidence = consentEvidence ? { consentEvidence: ConsentEvidence.parse(consentEvidence) } : {};
  const change = operator ? "matched" : "booked";
  const details = { change, startAt: startAt.toISOString(), ...evidence } as const;
  await insertEvent(tx, actor, ref, { type: "booking", details }, now);
  const isClosedSince = bookedAt && row.closedAt && row.closedAt > bookedAt;
  if (isClosedSince || ["booked", "won", "spam"].includes(row.status)) return raiseRevision(tx, ref);
  const progress = applyStatus(row, "booked", undefined, now);
  await storeProgress(tx, ref, progress);
  const changed = { from: row.status, to: progress.status, before: toPreviousStatus(row) };
  await insertEvent(tx, actor, ref, { type: "status", details: changed }, now);
}

/** After a cancellation, the person waits for us again, unless an operator has acted since. */
async function restoreProgress(
  tx: Prisma.TransactionClient,
  ref: SubmissionRef,
  row: LockedRow,
  cancelledAt: Date,
  now: Date,
): Promise<void> {
  const before = await findProgressBefore(tx, ref);
  if (before && [before.repliedAt, before.closedAt].some((at) => at && at > cancelledAt)) {
    await storeProgress(tx, ref, before);
    const change = { from: row.status, to: before.status, before: toPreviousStatus(row) };
    await insertEvent(tx, service, ref, { type: "status", details: change }, now);
    return;
  }
  await restartClock(tx, row, { actor: service, to: before?.status === "new" ? "new" : "in_review" }, now);
  await wakeSubmission(tx, row, now, false);
}

async function findProgressBefore(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<Progress | null> {
  const [last] = await tx.$queryRaw<EventRow[]>`
    SELECT type, at, actor, details FROM submission_events
    WHERE kind = ${kind} AND submission_id = ${id} AND type = 'status' AND details ->> 'to' = 'booked'
      AND details -> 'isUndo' IS NULL
    ORDER BY id DESC LIMIT 1`;
  const event = last && toEvent(last);
  return event?.type === "status" ? toProgressBefore(event.details) : null;
}
