/** Promised time to the first reply (spec 2.3), for all texts and the response clock. */
export const replyHours = 48;

/** The desk warns from then on. */
export const replyWarningHours = 36;

/** By date, newest first. */
export const privacyNoticeVersions = ["2026-11-21"] as const;

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
