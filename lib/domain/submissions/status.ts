import * as z from "zod/mini";

/** How far the operators are with a submission, in the order of the work. */
export const statuses = ["new", "in_review", "contacted", "booked", "won", "lost", "spam"] as const;
export const Status = z.enum(statuses);
export type Status = z.infer<typeof Status>;

export const openStatuses = ["new", "in_review", "contacted", "booked"] as const satisfies Status[];
export const closedStatuses = ["won", "lost", "spam"] as const satisfies Status[];

export function isClosed(status: Status): boolean {
  return closedStatuses.some((closed) => closed === status);
}

/** To reach one of these, someone has answered the person: the response clock stops. */
export function isReplied(status: Status): boolean {
  return status === "contacted" || status === "booked" || status === "won";
}

export const reasonMax = 500;
export type ReasonRule = "required" | "optional" | "none";

/** Whether a change to `status` is asked why. */
export function getReasonRule(status: Status): ReasonRule {
  if (status === "lost") return "required";
  return status === "won" ? "optional" : "none";
}

/** The one forward in the order of the work; none where it has ended. */
export function statusAfter(status: Status): Status | undefined {
  return isClosed(status) ? undefined : statuses[statuses.indexOf(status) + 1];
}

/** Any status may follow any other: a closed one can be opened again. */
export function nextStatuses(status: Status): Status[] {
  return statuses.filter((next) => next !== status);
}

/** What a row holds of its status. */
export type Progress = {
  status: Status;
  repliedAt: Date | null;
  closedAt: Date | null;
  closeReason: string | null;
};

/** `progress` after a change to `status` at `now`: the first reply is kept for ever, what was closed may open again. */
export function progressAfter(progress: Progress, status: Status, reason: string | undefined, now: Date): Progress {
  return {
    status,
    repliedAt: progress.repliedAt ?? (isReplied(status) ? now : null),
    closedAt: isClosed(status) ? now : null,
    closeReason: getReasonRule(status) === "none" ? null : (reason ?? null),
  };
}
