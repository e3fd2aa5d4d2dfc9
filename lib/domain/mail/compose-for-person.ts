import { type MailText, mailText } from "../../i18n/mail-text.ts";
import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import { reminderTokenDays } from "../bookings/booking.ts";
import type { Locale } from "../locale.ts";
import { splitParagraphs, toOneLine, toPlainName, toShownName } from "../plain-text.ts";
import type { LeadRoute } from "../submissions/core/schema.ts";
import { formatReference, type SubmissionRef } from "../submissions/core/submission-ref.ts";
import type { MailBlock, MailContent, MailSite } from "./mail-content.ts";

export type Acknowledgement = SubmissionRef & {
  language: Locale;
  name: string;
  /** Null for a submission from the website. */
  agentName: string | null;
  /** Null for an inquiry, for which `verdict` is null too. */
  route: LeadRoute | null;
  verdict: string | null;
  bookingUrl: string | null;
  /** The time that the person has booked, in words; null before that. */
  booked: { time: string; manageUrl: string | null } | null;
  /** Null if the promised time has passed. */
  repliedBy: Date | null;
  /** Promised time in the mail's language, such as "48 hours". */
  replyTime: string;
  answers: { label: string; value: string }[];
  consent: { isClaimed: boolean; confirmUrl: string; withdrawUrl: string; days: number } | null;
  privacyUrl: string;
  site: MailSite;
};

/**
 * Contains no submitted text except two cleaned names, because a stranger could use another person's address for spam.
 */
export function composeAcknowledgement(acknowledgement: Acknowledgement): MailContent {
  const { kind, language, name, agentName, route, verdict, consent, privacyUrl, site } = acknowledgement;
  const reference = formatReference(acknowledgement);
  const t = mailText(language);
  const assistant = agentName === null ? null : formatAssistant(t, toPlainName(agentName));
  const isAsked = assistant !== null && consent !== null;
  // The texts of these verdicts already start with thanks.
  const isThanked = route === "review" || route === "redirect";
  const opening = assistant === null ? (isThanked ? [] : [t(`${kind}.thanks`)]) : [t(`${kind}.sentBy`, { assistant })];
  const paragraphs = [writeGreeting(t, toPlainName(name)), ...opening, ...(verdict === null ? [] : [verdict])];
  return {
    language,
    company: site.name,
    subject: toOneLine(t(`${kind}.${isAsked ? "confirmSubject" : "subject"}`, { reference })),
    preview: isAsked
      ? t(`consent.${consent.isClaimed ? "claimed" : "unclaimed"}.preview`, { assistant })
      : (verdict ?? describeNextStep(t, acknowledgement)),
    blocks: [
      { type: "heading", text: t(`${kind}.received`) },
      ...paragraphs.map((text) => ({ type: "paragraph", text }) as const),
      { type: "facts", facts: [{ label: t("reference"), value: reference }] },
      ...listNextStepBlocks(t, acknowledgement),
      ...listAnswerBlocks(t, acknowledgement),
      ...(assistant === null
        ? [{ type: "note", text: t("unknown") } as const]
        : composeConsentBlocks(t, assistant, consent)),
    ],
    footer: [t(`${kind}.footer`, { company: site.name }), t("privacy", { url: privacyUrl }), describeSender(site)],
  };
}

export const describeSender = ({ name, contactEmail, url }: MailSite) => `${name} · ${contactEmail} · ${url}`;

const writeGreeting = (t: MailText, name: string) => (name ? t("greeting.named", { name }) : t("greeting.unnamed"));

const formatAssistant = (t: MailText, agent: string) =>
  agent ? t("assistant.named", { agent }) : t("assistant.unnamed");

function describeNextStep(t: MailText, acknowledgement: Acknowledgement): string {
  const { route, bookingUrl, booked, repliedBy, replyTime, language, site } = acknowledgement;
  if (booked) return t("next.booked", { time: booked.time });
  if (bookingUrl !== null) return t("next.book");
  if (route === "redirect") return t("next.redirect");
  if (repliedBy === null) return t("next.late");
  const date = formatTimeInWords(repliedBy, language, site.timeZone);
  return t(route === "review" ? "next.review" : "next.inquiry", { replyTime, date });
}

function listNextStepBlocks(t: MailText, acknowledgement: Acknowledgement): MailBlock[] {
  const { bookingUrl, booked } = acknowledgement;
  const url = booked ? booked.manageUrl : bookingUrl;
  const label = t(booked ? "manageBooking" : "book");
  return [
    { type: "heading", text: t("nextTitle") },
    { type: "paragraph", text: describeNextStep(t, acknowledgement) },
    ...(url === null ? [] : [{ type: "action", label, url, isPrimary: true } as const]),
  ];
}

function listAnswerBlocks(t: MailText, { answers }: Acknowledgement): MailBlock[] {
  if (!answers.length) return [];
  return [
    { type: "heading", text: t("answersTitle") },
    { type: "facts", facts: answers },
  ];
}

function composeConsentBlocks(t: MailText, assistant: string, consent: Acknowledgement["consent"]): MailBlock[] {
  if (consent === null) return [{ type: "note", text: t("unknown") }];
  const state = consent.isClaimed ? "claimed" : "unclaimed";
  return [
    { type: "heading", text: t("consentTitle") },
    { type: "paragraph", text: t(`consent.${state}.said`, { assistant }) },
    { type: "action", label: t("confirm"), url: consent.confirmUrl, isPrimary: true },
    { type: "action", label: t("withdraw"), url: consent.withdrawUrl, isPrimary: false },
    { type: "note", text: t("consentLinks", { days: consent.days }) },
    { type: "note", text: t(`consent.${state}.ignored`) },
    { type: "note", text: t("consentUnknown") },
  ];
}

type Reminder = Pick<Acknowledgement, "kind" | "id" | "language" | "name" | "privacyUrl" | "site"> & {
  /** Empty if the booking service has none. */
  times: { label: string; url: string }[];
  /** Our page with more times, or the booking page if `times` is empty. */
  otherUrl: string;
  /** Null for a submission from the website. */
  withdrawUrl: string | null;
};

/**
 * Reminds a qualified person who has booked no time. Contains no submitted text except a cleaned name, against spam.
 */
export function composeReminder(reminder: Reminder): MailContent {
  const { kind, language, name, times, otherUrl, withdrawUrl, privacyUrl, site } = reminder;
  const t = mailText(language);
  const reference = formatReference(reminder);
  const text = t(times.length ? "reminder.text" : "reminder.textWithoutTimes");
  return {
    language,
    company: site.name,
    subject: toOneLine(t("reminder.subject", { reference })),
    preview: text,
    blocks: [
      { type: "heading", text: t("reminder.title") },
      ...[writeGreeting(t, toPlainName(name)), text].map((each) => ({ type: "paragraph", text: each }) as const),
      ...times.map((time) => ({ type: "action", ...time, isPrimary: true }) as const),
      ...(times.length ? [{ type: "note", text: t("reminder.press", { days: reminderTokenDays }) } as const] : []),
      {
        type: "action",
        label: t(times.length ? "reminder.others" : "book"),
        url: otherUrl,
        isPrimary: times.length === 0,
      },
      { type: "facts", facts: [{ label: t("reference"), value: reference }] },
      { type: "note", text: t("reminder.once") },
      ...(withdrawUrl === null
        ? [{ type: "note", text: t("reminder.stop") } as const]
        : [
            { type: "note", text: t("reminder.stopByLink") } as const,
            { type: "action", label: t("reminder.withdraw"), url: withdrawUrl, isPrimary: false } as const,
          ]),
    ],
    footer: [t(`${kind}.footer`, { company: site.name }), t("privacy", { url: privacyUrl }), describeSender(site)],
  };
}

export type Reply = SubmissionRef & {
  language: Locale;
  operatorName: string;
  /** Signature of the operator. Defaults to the operator's and the company's name. */
  signature?: string | null;
  isConsentAsked?: boolean;
  text: string;
  site: MailSite;
};

/** Uses the acknowledgement's subject, because some mail programs group mails by subject. */
export function composeReply({
  kind,
  id,
  language,
  operatorName,
  signature,
  isConsentAsked = false,
  text,
  site,
}: Reply): MailContent {
  const t = mailText(language);
  const reference = formatReference({ kind, id });
  const answered = t(`${kind}.${isConsentAsked ? "confirmSubject" : "subject"}`, { reference });
  return {
    language,
    company: site.name,
    subject: toOneLine(`Re: ${answered}`),
    preview: toOneLine(text),
    blocks: [...splitParagraphs(text), ...splitParagraphs(signature ?? toDefaultSignature(operatorName, site))].map(
      (paragraph) => ({ type: "paragraph", text: paragraph }),
    ),
    footer: [t("replyFooter", { reference, company: site.name }), describeSender(site)],
  };
}

export function toDefaultSignature(operatorName: string, { name }: Pick<MailSite, "name">): string {
  return [toOneLine(operatorName), name].filter((line) => line !== "").join("\n");
}

export function toSenderName(operatorName: string, { name }: Pick<MailSite, "name">): string {
  return [toOneLine(operatorName), name].filter((part) => part !== "").join(", ");
}

/** `missing`: names of attached files that were not stored. */
export type ForwardedMessage = {
  name: string;
  address: string;
  at: Date;
  subject: string;
  text: string;
  quoted: string;
  missing: string[];
};

type Forward = SubmissionRef & {
  /** Language of the operator who forwards it. */
  language: Locale;
  messageLanguage: Locale;
  operatorName: string;
  /** Text that the operator adds. May be empty. */
  text: string;
  message: ForwardedMessage;
  site: MailSite;
};

/** The subject has the reference, so that an answer can be matched to the submission. */
export function composeForward(forward: Forward): MailContent {
  const { language, messageLanguage, text, message, site } = forward;
  const { name, address, subject } = message;
  const t = mailText(language);
  const reference = formatReference(forward);
  const intro = t("forward.text", { operator: toOneLine(forward.operatorName), company: site.name });
  const quotes = [message.text, message.quoted].filter((quote) => quote.trim() !== "");
  const facts = [
    { label: t("labels.submission"), value: reference },
    { label: t("forward.from"), value: `${toShownName(name)} <${address}>` },
    { label: t("forward.date"), value: formatTimeInWords(message.at, language, site.timeZone) },
  ];
  return {
    language,
    company: site.name,
    subject: toOneLine(`Fwd: ${reference} ${subject}`),
    preview: toOneLine(text || intro),
    blocks: [
      ...splitParagraphs(text).map((paragraph) => ({ type: "paragraph", text: paragraph }) as const),
      { type: "heading", text: intro },
      { type: "facts", facts },
      ...quotes.map((quote) => ({ type: "quote", text: quote, language: messageLanguage }) as const),
      ...message.missing.map(
        (file) => ({ type: "note", text: t("forward.missing", { name: toOneLine(file) }) }) as const,
      ),
    ],
    footer: [t("forward.footer", { company: site.name }), describeSender(site)],
  };
}
