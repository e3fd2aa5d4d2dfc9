import * as z from "zod/mini";

/** Statuses of a submission in workflow order. */
export const statuses = ["new", "in_review", "contacted", "booked", "won", "lost", "spam"] as const;
export const Status = z.enum(statuses);
export type Status = z.infer<typeof Status>;

type Meaning = {
  /** Operators have nothing left to do. */
  isClosed: boolean;
  /** The person has received a reply, which stops the response clock. */
  isReplied: boolean;
  /** A message from the person moves the submission back to review. */
  isResumedByMessage: boolean;
  /** Reason that an operator gives when setting this status. */
  reason: "required" | "optional" | "none";
};

const open = { isClosed: false, isReplied: false, isResumedByMessage: false, reason: "none" } as const;
const closed = { ...open, isClosed: true } as const;
const meanings = {
  new: open,
  in_review: open,
  contacted: { ...open, isReplied: true, isResumedByMessage: true },
  booked: { ...open, isReplied: true },
  won: { ...closed, isReplied: true, reason: "optional" },
  lost: { ...closed, isResumedByMessage: true, reason: "required" },
  spam: closed,
} as const satisfies Record<Status, Meaning>;

export const isClosed = (status: Status) => meanings[status].isClosed;
export const isReplied = (status: Status) => meanings[status].isReplied;
export const getReasonRule = (status: Status): Meaning["reason"] => meanings[status].reason;

export type ExplainedStatus = {
  [Key in Status]: (typeof meanings)[Key]["reason"] extends "none" ? never : Key;
}[Status];
export const takesReason = (status: Status): status is ExplainedStatus => getReasonRule(status) !== "none";

export const closedStatuses = statuses.filter(isClosed);
export const openStatuses = statuses.filter((status) => !isClosed(status));
export const waitingStatuses = openStatuses.filter((status) => !isReplied(status));

/** A submission that waits for a reply moves back to review only if we have replied before. */
export function isResumedByMessage({ status, repliedAt }: Pick<Progress, "status" | "repliedAt">): boolean {
  return meanings[status].isResumedByMessage || (waitingStatuses.includes(status) && repliedAt !== null);
}

export const reasonMax = 500;

export function getNextStatus(status: Status): Status | undefined {
  return isClosed(status) ? undefined : statuses[statuses.indexOf(status) + 1];
}

export type Progress = {
  status: Status;
  repliedAt: Date | null;
  closedAt: Date | null;
  closeReason: string | null;
};

/** Keeps the time of the first reply if there is one, and that of closing if only the reason changes. */
export function applyStatus(progress: Progress, status: Status, reason: string | undefined, now: Date): Progress {
  return {
    status,
    repliedAt: progress.repliedAt ?? (isReplied(status) ? now : null),
    closedAt: isClosed(status) ? (progress.status === status && progress.closedAt) || now : null,
    closeReason: takesReason(status) ? (reason ?? null) : null,
  };
}
