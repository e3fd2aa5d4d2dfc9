import type { Locale } from "../locale.ts";

/** `hours` of working time, which may be around the clock. */
export type ReplyTerms = { hours: number; isAroundTheClock: boolean };

/** "48 hours", "48 horas hábiles": follows "within" and "en un plazo de". */
export function formatReplyTime({ hours, isAroundTheClock }: ReplyTerms, locale: Locale): string {
  const isOne = hours === 1;
  if (locale === "en") return `${hours} ${isOne ? "hour" : "hours"}${isAroundTheClock ? "" : " of working time"}`;
  return `${hours} ${isOne ? "hora" : "horas"}${isAroundTheClock ? "" : isOne ? " hábil" : " hábiles"}`;
}

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
