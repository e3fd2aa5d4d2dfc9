const hoursRun = ["always", "except_holidays", "working_time"] as const;

export type ReplyTerms = { hours: number; run: (typeof hoursRun)[number] };

/** Promised reply time as stored with a submission. Null in rows older than these columns. */
export type StoredTerms = { replyHours: number | null; replyHoursRun: string | null };

/** Hours that apply to submissions without a stored promise. */
export const formerHours = { reply: 48, warning: 36 };

export function toReplyTerms({ replyHours, replyHoursRun }: StoredTerms): ReplyTerms {
  const run = hoursRun.find((known) => known === replyHoursRun) ?? "always";
  return { hours: replyHours ?? formerHours.reply, run };
}

/** Versions are named after their date. The newest comes first. */
export const privacyNoticeVersions = ["2026-12-01", "2026-11-28", "2026-11-27", "2026-11-23", "2026-11-21"] as const;

/** The current version of the privacy notice. A submission keeps the version that its form showed. */
export const privacyNoticeVersion = privacyNoticeVersions[0];

/** Returns a known version unchanged, and the current version for an unknown one. */
export function parseNoticeVersion(shown: unknown): string {
  return findNoticeVersion(shown) ?? privacyNoticeVersion;
}

/** Accepts published versions only: any other value would be stored as the caller typed it. */
export function findNoticeVersion(given: unknown): string | undefined {
  return privacyNoticeVersions.find((version) => version === given);
}

/** Maximum days for which data is kept, because the privacy notice promises 24 months at most. */
export const retentionDaysMax = 730;

export const noticeVersionField = "noticeVersion";
