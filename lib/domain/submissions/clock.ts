import { replyHours, replyWarningHours } from "./promises.ts";
import type { LeadRoute } from "./schema.ts";
import { isClosed, type Status } from "./status.ts";
import type { SubmissionKind } from "./submission-ref.ts";

const hourMilliseconds = 3_600_000;

/** `none`: no reply was promised, it was closed without one, or the person withdrew the consent. */
export type Clock =
  | { state: "none"; dueAt: null; warnsAt: null }
  | { state: "running" | "warning" | "overdue" | "answered" | "answered_late"; dueAt: Date; warnsAt: Date };

export type Timed = {
  kind: SubmissionKind;
  route: LeadRoute | null;
  status: Status;
  createdAt: Date;
  repliedAt: Date | null;
  withdrawnAt?: Date | null;
};

/** We promise a reply to inquiries and to evaluations under review. */
export function hasClock({ kind, route }: Pick<Timed, "kind" | "route">): boolean {
  return kind === "inquiry" || route === "review";
}

/** Warns from exactly 36 hours on, is overdue from exactly 48 hours on. */
export function toClock(timed: Timed, now: Date): Clock {
  const { status, createdAt, repliedAt, withdrawnAt } = timed;
  const isStopped = Boolean(withdrawnAt) || status === "spam" || (!repliedAt && isClosed(status));
  if (!hasClock(timed) || isStopped) return { state: "none", dueAt: null, warnsAt: null };
  const dueAt = new Date(createdAt.getTime() + replyHours * hourMilliseconds);
  const warnsAt = new Date(createdAt.getTime() + replyWarningHours * hourMilliseconds);
  if (repliedAt) return { state: repliedAt < dueAt ? "answered" : "answered_late", dueAt, warnsAt };
  if (now >= dueAt) return { state: "overdue", dueAt, warnsAt };
  return { state: now >= warnsAt ? "warning" : "running", dueAt, warnsAt };
}
