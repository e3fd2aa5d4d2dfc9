import { mailText } from "../../i18n/mail-text.ts";
import type { Locale } from "../locale.ts";
import type { LeadRoute } from "../submissions/core/schema.ts";
import type { MailedSubmission } from "./compose-for-operators.ts";
import type { Acknowledgement } from "./compose-for-person.ts";
import { type MailContent, toMailText } from "./mail-content.ts";

export const site = {
  name: "Encaje",
  url: "https://encaje.example",
  contactEmail: "hello@example.com",
  timeZone: "America/Mexico_City",
};
export const deskUrl = "https://encaje.example/admin/inbox/evaluation/12";

export const consent = {
  isClaimed: true,
  confirmUrl: "https://encaje.example/consent/confirm-secret",
  withdrawUrl: "https://encaje.example/consent/withdraw-secret",
  days: 30,
};

export function printMail(content: MailContent): string {
  return `Subject: ${content.subject}\nPreview: ${content.preview}\n\n${toMailText(content)}`;
}

/** Like `printMail`, but without the button and footer that end mails to operators. */
export function printDeskMail(content: MailContent): string {
  const t = mailText(content.language);
  const footer = [t("deskFooter", { company: site.name }), t("choices", { url: `${site.url}/admin/account` })];
  const end = `\n\n${t("openDesk")}:\n${deskUrl}\n\n-- \n${footer.join("\n")}\n`;
  return printMail(content).replace(end, "");
}

export function acknowledgement(
  language: Locale,
  route: LeadRoute | null,
  changes: Partial<Acknowledgement> = {},
): Acknowledgement {
  const verdict = { en: "What the verdict says.", es: "Lo que dice el veredicto." }[language];
  return {
    kind: route ? "evaluation" : "inquiry",
    id: route ? 12 : 7,
    language,
    name: "Lucía Hernández",
    agentName: null,
    route,
    verdict: route && verdict,
    booked: null,
    bookingUrl: route === "qualified" ? "https://calendar.example.com/review" : null,
    repliedBy: new Date("2026-03-08T02:30:00Z"),
    replyTime: { en: "48 hours", es: "48 horas" }[language],
    answers: route ? [{ label: "How is the budget?", value: "Set" }] : [],
    consent: null,
    privacyUrl: "https://encaje.example/privacy",
    site,
    ...changes,
  };
}

export function makeLead(language: Locale, changes: Partial<MailedSubmission> = {}): MailedSubmission {
  return {
    kind: "evaluation",
    id: 12,
    language,
    createdAt: new Date("2026-03-06T02:30:00Z"),
    name: "Lucía Hernández",
    role: "Brand manager",
    company: "Café Volcán",
    phoneLinks: null,
    email: "lucia.hernandez@example.com",
    assistant: "ChatGPT",
    route: "review",
    answers: [
      ["company_scope", "multinational"],
      ["budget", "over_20k"],
      ["launch_timeline", "hard_date"],
    ],
    words: "A receipt promotion with weekly draws.\n\nFrom March to May.",
    topic: null,
    replyDueAt: null,
    replyWarningAt: null,
    ...changes,
  };
}

export function makeInquiry(language: Locale, changes: Partial<MailedSubmission> = {}): MailedSubmission {
  return {
    ...makeLead(language),
    kind: "inquiry",
    id: 7,
    role: null,
    company: null,
    assistant: null,
    route: null,
    answers: [],
    words: "Do you run prize draws?",
    topic: "prize-draws",
    ...changes,
  };
}

/** A name with injected headers and links. */
export const hostile =
  "Ana\r\nBcc: x@evil.example\u2028\u202Egnp.exe\u0085<b>https://evil.example/?a\u200B.com www.evil.example";
