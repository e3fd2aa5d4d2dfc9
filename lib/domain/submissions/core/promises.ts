import { formerHours } from "./clock.ts";

const hoursRun = ["always", "except_holidays", "working_time"] as const;

/** Number of hours within which we promise a reply, and when these hours run. */
export type ReplyTerms = { hours: number; run: (typeof hoursRun)[number] };

/** Terms stored with a submission; null in rows older than these columns. */
export type StoredTerms = { replyHours: number | null; replyHoursRun: string | null };

export function toReplyTerms({ replyHours, replyHoursRun }: StoredTerms): ReplyTerms {
  const run = hoursRun.find((known) => known === replyHoursRun) ?? "always";
  return { hours: replyHours ?? formerHours.reply, run };
}

/** By date, newest first. */
export const privacyNoticeVersions = ["2026-11-23", "2026-11-21"] as const;

/** The current version. A submission keeps the version that its form showed. */
export const privacyNoticeVersion = privacyNoticeVersions[0];

/** Returns the version if it is known, else the current one. */
export function parseNoticeVersion(shown: unknown, versions: readonly string[] = privacyNoticeVersions): string {
  return versions.find((version) => version === shown) ?? privacyNoticeVersion;
}

/** Maximum days to keep closed submissions: the privacy notice promises 24 months at most. */
export const retentionDaysMax = 730;

/** Form field with the version of the notice that the page showed. */
export const noticeVersionField = "noticeVersion";
