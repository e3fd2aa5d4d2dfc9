/** The notice that the forms link to; a submission keeps the version its form showed. A date, newest last. */
export const privacyNoticeVersions = ["2026-11-21"] as const;

export const privacyNoticeVersion = privacyNoticeVersions[0];
