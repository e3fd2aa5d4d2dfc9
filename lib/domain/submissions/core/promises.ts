import { formerHours } from "./clock.ts";

const hoursRun = ["always", "except_holidays", "working_time"] as const;

/** A promised reply, and when its hours run. */
export type ReplyTerms = { hours: number; run: (typeof hoursRun)[number] };

/** Stored with a submission; null in rows older than these columns. */
export type StoredTerms = { replyHours: number | null; replyHoursRun: string | null };

export function toReplyTerms({ replyHours, replyHoursRun }: StoredTerms): ReplyTerms {
  const run = hoursRun.find((known) => known === replyHoursRun) ?? "always";
  return { hours: replyHours ?? formerHours.reply, run };
}

/** By date, newest first. */
export const privacyNoticeVersions = ["2026-11-23", "2026-11-21"] as const;

/** The version in force. A submission keeps the version that its form showed. */
export const privacyNoticeVersion = privacyNoticeVersions[0];

/** Any unknown version counts as the one in force. */
export function parseNoticeVersion(shown: unknown, versions: readonly string[] = privacyNoticeVersions): string {
  return versions.find((version) => version === shown) ?? privacyNoticeVersion;
}

/** The notice promises to keep closed submissions for 24 months at most. */
export const retentionDaysMax = 730;

/** Form field with the version of the notice that the page showed. */
export const noticeVersionField = "noticeVersion";
