import type { Submission } from "#lib/domain/submissions/submission.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";

const t = adminText("inbox");

/** What is known of the consent: the person's own word, else the assistant's claim, else the form's notice. */
export function consentText({ consent, channel, agentName, noticeVersion }: Submission): string {
  if (consent.withdrawnAt) return t("consentWithdrawn", { time: deskTime(consent.withdrawnAt) });
  if (consent.confirmedAt) {
    return t("consentConfirmed", { time: deskTime(consent.confirmedAt), version: consent.noticeVersion ?? "" });
  }
  if (channel === "ai_agent") return t("consentClaimed", { agent: agentName ?? "" });
  return noticeVersion ? t("consentForm", { version: noticeVersion }) : t("consentUnknown");
}
