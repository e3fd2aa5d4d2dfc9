import * as z from "zod/mini";

/** In the order of the work. */
export const statuses = ["new", "in_review", "contacted", "booked", "won", "lost", "spam"] as const;
export const Status = z.enum(statuses);
export type Status = z.infer<typeof Status>;

export const openStatuses = ["new", "in_review", "contacted", "booked"] as const satisfies Status[];
export const closedStatuses = ["won", "lost", "spam"] as const satisfies Status[];

export function isClosed(status: Status): boolean {
  return closedStatuses.some((closed) => closed === status);
}

/** The person has had a reply, so the response clock stops. */
export function isReplied(status: Status): boolean {
  return status === "contacted" || status === "booked" || status === "won";
}

export const reasonMax = 500;
type ReasonRule = "required" | "optional" | "none";

/** A change to `status` asks the operator for a reason. */
export function getReasonRule(status: Status): ReasonRule {
  if (status === "lost") return "required";
  return status === "won" ? "optional" : "none";
}

/** The next one in the order of the work; none after a closed one. */
export function getNextStatus(status: Status): Status | undefined {
  return isClosed(status) ? undefined : statuses[statuses.indexOf(status) + 1];
}

/** Any status may follow any other: closed submissions can be reopened. */
export function listOtherStatuses(status: Status): Status[] {
  return statuses.filter((next) => next !== status);
}

export type Progress = {
  status: Status;
  repliedAt: Date | null;
  closedAt: Date | null;
  closeReason: string | null;
};

/** Never moves the time of the first reply. */
export function toProgress(progress: Progress, status: Status, reason: string | undefined, now: Date): Progress {
  return {
    status,
    repliedAt: progress.repliedAt ?? (isReplied(status) ? now : null),
    closedAt: isClosed(status) ? now : null,
    closeReason: getReasonRule(status) === "none" ? null : (reason ?? null),
  };
}
