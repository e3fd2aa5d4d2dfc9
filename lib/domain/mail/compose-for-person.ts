import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import type { Locale } from "../locale.ts";
import { splitParagraphs, toOneLine, toPlainName } from "../plain-text.ts";
import type { LeadRoute } from "../submissions/core/schema.ts";
import { formatReference, type SubmissionRef } from "../submissions/core/submission-ref.ts";
import type { Block, MailContent, MailSite } from "./mail-content.ts";
import { type MailTexts, mailTexts } from "./texts.ts";

export type Acknowledgement = SubmissionRef & {
  language: Locale;
  name: string;
  /** Null: sent by the website. */
  agentName: string | null;
  /** Null for an inquiry, as is `verdict`. */
  route: LeadRoute | null;
  /** The message of the API's response. */
  verdict: string | null;
  /** For a qualified project, with the person's details filled in. */
  bookingUrl: string | null;
  /** Deadline of our reply, for `review` and inquiries. */
  repliedBy: Date;
  /** "48 hours", in the language of the mail. */
  replyTime: string;
  /** The chosen options, in the words of the site; empty for an inquiry. */
  answers: { label: string; value: string }[];
  /** Links to confirm or withdraw the consent; `days` is their lifetime. */
  consent: { isClaimed: boolean; confirmUrl: string; withdrawUrl: string; days: number } | null;
  privacyUrl: string;
  site: MailSite;
};

/**
 * Quotes only two cleaned names: a stranger may have entered this address and must not be able to advertise to its
 * owner.
 */
export function composeAcknowledgement(acknowledgement: Acknowledgement): MailContent {
  const { kind, language, name, agentName, route, verdict, consent, privacyUrl, site } = acknowledgement;
  const reference = formatReference(acknowledgement);
  const texts = mailTexts[language];
  const own = texts[kind];
  const agent = agentName === null ? null : toPlainName(agentName);
  const isAsked = agent !== null && consent !== null;
  // These verdicts begin with thanks.
  const isThanked = route === "review" || route === "redirect";
  const opening = agent === null ? (isThanked ? [] : [own.thanks]) : [own.sentBy(agent)];
  const paragraphs = [texts.greeting(toPlainName(name)), ...opening, ...(verdict === null ? [] : [verdict])];
  return {
    language,
    company: site.name,
    subject: toOneLine(isAsked ? own.confirmSubject(reference) : own.subject(reference)),
    preview: isAsked
      ? texts.consent[consent.isClaimed ? "claimed" : "unclaimed"].preview(agent)
      : (verdict ?? describeNextStep(texts, acknowledgement)),
    blocks: [
      { type: "heading", text: own.received },
      ...paragraphs.map((text) => ({ type: "paragraph", text }) as const),
      { type: "facts", facts: [{ label: texts.reference, value: reference }] },
      ...listNextBlocks(texts, acknowledgement),
      ...listAnswerBlocks(texts, acknowledgement),
      ...(agent === null ? [{ type: "note", text: texts.unknown } as const] : listConsentBlocks(texts, agent, consent)),
    ],
    footer: [own.footer(site.name), texts.privacy(privacyUrl), `${site.name} · ${site.contactEmail} · ${site.url}`],
  };
}

function describeNextStep(texts: MailTexts, acknowledgement: Acknowledgement): string {
  const { route, bookingUrl, repliedBy, replyTime, language, site } = acknowledgement;
  if (bookingUrl !== null) return texts.next.book;
  if (route === "redirect") return texts.next.redirect;
  const date = formatTimeInWords(repliedBy, language, site.timeZone);
  return route === "review" ? texts.next.review(replyTime, date) : texts.next.inquiry(replyTime, date);
}

function listNextBlocks(texts: MailTexts, acknowledgement: Acknowledgement): Block[] {
  const { bookingUrl: url } = acknowledgement;
  return [
    { type: "heading", text: texts.nextTitle },
    { type: "paragraph", text: describeNextStep(texts, acknowledgement) },
    ...(url === null ? [] : [{ type: "action", label: texts.book, url, isPrimary: true } as const]),
  ];
}

function listAnswerBlocks(texts: MailTexts, { answers }: Acknowledgement): Block[] {
  if (!answers.length) return [];
  return [
    { type: "heading", text: texts.answersTitle },
    { type: "facts", facts: answers },
  ];
}

function listConsentBlocks(texts: MailTexts, agent: string, consent: Acknowledgement["consent"]): Block[] {
  if (consent === null) return [{ type: "note", text: texts.unknown }];
  const own = texts.consent[consent.isClaimed ? "claimed" : "unclaimed"];
  return [
    { type: "heading", text: texts.consentTitle },
    { type: "paragraph", text: own.said(agent) },
    { type: "action", label: texts.confirm, url: consent.confirmUrl, isPrimary: true },
    { type: "action", label: texts.withdraw, url: consent.withdrawUrl, isPrimary: false },
    { type: "note", text: texts.consentLinks(consent.days) },
    { type: "note", text: own.ignored },
    { type: "note", text: texts.consentUnknown },
  ];
}

export type Reply = SubmissionRef & {
  language: Locale;
  operatorName: string;
  /** Default: name and company. */
  signature?: string | null;
  /** The acknowledgement asked for a consent. */
  isConsentAsked?: boolean;
  text: string;
  site: MailSite;
};

/** Uses the acknowledgement's subject: some mail programs group mails by subject. */
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
  const texts = mailTexts[language];
  const reference = formatReference({ kind, id });
  const answered = isConsentAsked ? texts[kind].confirmSubject(reference) : texts[kind].subject(reference);
  return {
    language,
    company: site.name,
    subject: toOneLine(`Re: ${answered}`),
    preview: toOneLine(text),
    blocks: [...splitParagraphs(text), ...splitParagraphs(signature ?? toDefaultSignature(operatorName, site))].map(
      (paragraph) => ({ type: "paragraph", text: paragraph }),
    ),
    footer: [texts.replyFooter(reference, site.name), `${site.name} · ${site.contactEmail} · ${site.url}`],
  };
}

export function toDefaultSignature(operatorName: string, { name }: Pick<MailSite, "name">): string {
  return [toOneLine(operatorName), name].filter((line) => line !== "").join("\n");
}

/** Display name in mail programs: "Berta Mora, Encaje". */
export function toSenderName(operatorName: string, { name }: Pick<MailSite, "name">): string {
  return [toOneLine(operatorName), name].filter((part) => part !== "").join(", ");
}
