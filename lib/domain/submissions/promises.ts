/**
 * Within how many hours the team promises its first reply (spec 2.3). The clock, the verdict's text, the pages and the
 * OpenAPI document all take it from here.
 */
export const replyHours = 48;

/** From this hour on the desk warns that a reply is still missing. */
export const replyWarningHours = 36;

/** Every version of the notice that the forms have linked to, by its date, newest first. */
export const privacyNoticeVersions = ["2026-11-21"] as const;

/** The one in force; a submission keeps the version its form showed. */
export const privacyNoticeVersion = privacyNoticeVersions[0];

/** The version that a page says it has shown, if there is such a one, or else the one in force. */
export function parseNoticeVersion(shown: unknown, versions: readonly string[] = privacyNoticeVersions): string {
  return versions.find((version) => version === shown) ?? privacyNoticeVersion;
}

/** The notice promises that what is closed is kept for 24 months at most. */
export const retentionDaysMax = 730;

/** The version of the privacy notice that a link's page has shown. */
export const noticeVersionField = "noticeVersion";
