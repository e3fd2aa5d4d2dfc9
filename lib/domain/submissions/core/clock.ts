import { hourMilliseconds } from "../../durations.ts";
import { formerHours } from "./promises.ts";
import type { LeadRoute } from "./schema.ts";
import { isClosed, type Status } from "./status.ts";
import type { SubmissionKind } from "./submission-ref.ts";

/** `none`: no reply was promised, or the submission is spam, a repeat, withdrawn or closed without a reply. */
export type Clock =
  | { state: "none"; dueAt: null; warnsAt: null }
  | { state: "running" | "warning" | "overdue" | "answered" | "answered_late"; dueAt: Date; warnsAt: Date };

export type TimedSubmission = {
  kind: SubmissionKind;
  route: LeadRoute | null;
  status: Status;
  createdAt: Date;
  repliedAt: Date | null;
  withdrawnAt?: Date | null;
  repeatOf?: number | null;
} & ReplyPromise;

/** Null if no reply was promised, and in rows stored before these columns existed. */
export type ReplyPromise = { replyDueAt: Date | null; replyWarningAt: Date | null };

/** Returns whether a reply was promised: we promise one to inquiries and to evaluations under review. */
export function hasClock({ kind, route }: Pick<TimedSubmission, "kind" | "route">): boolean {
  return kind === "inquiry" || route === "review";
}

type RunningClock = Exclude<Clock, { state: "none" }> & { state: "running" | "warning" | "overdue" };

export function isRunning(clock: Clock): clock is RunningClock {
  return clock.state === "running" || clock.state === "warning" || clock.state === "overdue";
}

/** Call this only for a submission with a response clock. Old rows store no due time, so they get the former hours. */
export function getDueAt({ replyDueAt, createdAt }: Pick<TimedSubmission, "replyDueAt" | "createdAt">): Date {
  return replyDueAt ?? new Date(createdAt.getTime() + formerHours.reply * hourMilliseconds);
}

export function toClock(timed: TimedSubmission, now: Date): Clock {
  const { status, createdAt, repliedAt, replyWarningAt, withdrawnAt, repeatOf } = timed;
  const isStopped = Boolean(withdrawnAt ?? repeatOf) || status === "spam" || (!repliedAt && isClosed(status));
  if (!hasClock(timed) || isStopped) return { state: "none", dueAt: null, warnsAt: null };
  const dueAt = getDueAt(timed);
  const warnsAt = replyWarningAt ?? new Date(createdAt.getTime() + formerHours.warning * hourMilliseconds);
  if (repliedAt) return { state: repliedAt < dueAt ? "answered" : "answered_late", dueAt, warnsAt };
  if (now >= dueAt) return { state: "overdue", dueAt, warnsAt };
  return { state: now >= warnsAt ? "warning" : "running", dueAt, warnsAt };
}

/** Bounds of the parts in the chart of reply times, in elapsed hours. The last part has no upper bound. */
export const replyBounds: readonly number[] = [4, 12, 24, 36, 48];

type TimeLeft = { isLate: boolean; unit: "minutes" | "hours" | "days"; count: number };

const minuteMilliseconds = hourMilliseconds / 60;

/** Rounds down, so that it never shows more time than is left. Uses days if at least two are left. */
export function toTimeLeft(dueAt: Date, now: Date): TimeLeft {
  const distance = dueAt.getTime() - now.getTime();
  const isLate = distance <= 0;
  const hours = Math.floor(Math.abs(distance) / hourMilliseconds);
  if (hours >= 48) return { isLate, unit: "days", count: Math.floor(hours / 24) };
  if (hours >= 1) return { isLate, unit: "hours", count: hours };
  return { isLate, unit: "minutes", count: Math.floor(Math.abs(distance) / minuteMilliseconds) };
}
