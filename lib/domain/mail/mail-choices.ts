import * as z from "zod/mini";
import { toDay, toWallTime } from "../time-zone.ts";

/** Which new submissions an operator gets mail about. `unassigned` includes the operator's own submissions. */
export const noticeChoices = ["every", "unassigned", "mine", "none"] as const;
export const NoticeChoice = z.enum(noticeChoices);
export type NoticeChoice = z.infer<typeof NoticeChoice>;

export const maxDigestHours = 3;
const hour = z.int().check(z.minimum(0), z.maximum(23));
/** Hours in TIME_ZONE at which digests are sent, ascending. If empty, each submission causes a mail at once. */
const DigestHours = z.pipe(
  z.array(hour).check(z.maxLength(maxDigestHours)),
  z.transform((hours: number[]) => [...new Set(hours)].toSorted((one, other) => one - other)),
);

/** Operators always get mails about submissions assigned to them, and warnings for their own submissions. */
export const MailChoices = z.object({
  notices: NoticeChoice,
  digestHours: DigestHours,
  /** The operator gets a warning when the reply to an unassigned submission is due soon. */
  isWarned: z.boolean(),
});
export type MailChoices = z.infer<typeof MailChoices>;

export function wantsNotice(notices: NoticeChoice, operatorId: string, ownerId: string | null): boolean {
  if (notices === "every") return true;
  return (notices !== "none" && ownerId === operatorId) || (notices === "unassigned" && ownerId === null);
}

export function getNextDigest(hours: number[], after: Date, timeZone: string): Date | null {
  const today = toDay(after, timeZone);
  // Includes the day after tomorrow, because tomorrow's only hour may be skipped when clocks are set forward.
  const times = [0, 1, 2].flatMap((days) => hours.map((hour) => toWallTime(today, days, hour * 60, timeZone)));
  return times.find((time) => time > after) ?? null;
}
