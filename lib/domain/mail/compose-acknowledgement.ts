import type { Locale } from "../locale.ts";
import { replyHours } from "../submissions/reply-hours.ts";
import type { LeadRoute } from "../submissions/schema.ts";
import type { SubmissionRef } from "../submissions/submission-ref.ts";
import type { Block, Letter } from "./letter.ts";
import type { MailSite } from "./mailed-submission.ts";
import { oneLine } from "./one-line.ts";
import { plainName } from "./plain-name.ts";
import type { MailTexts } from "./texts/en.ts";
import { mailTexts } from "./texts/mail-texts.ts";

export type Acknowledgement = SubmissionRef & {
  language: Locale;
  name: string;
  /** Null when the person used the website. */
  agentName: string | null;
  /** Null for an inquiry, as is `verdict`: the message that the API has answered with. */
  route: LeadRoute | null;
  verdict: string | null;
  /** Where a qualified project books; null for all others. */
  schedulingUrl: string | null;
  /** By what the person can say whether they agreed; `days` is how long the links work. */
  consent: { confirmUrl: string; withdrawUrl: string; days: number } | null;
  privacyUrl: string;
  site: MailSite;
};

/**
 * Tells the person that their submission has arrived. Of what was submitted it holds two names alone, made plain: the
 * address may be that of someone who knows nothing of it, and is no one's to advertise to.
 */
export function composeAcknowledgement(acknowledgement: Acknowledgement): Letter {
  const { kind, id, language, name, agentName, route, verdict, consent, privacyUrl, site } = acknowledgement;
  const texts = mailTexts[language];
  const own = texts[kind];
  const agent = agentName === null ? null : plainName(agentName);
  const isAsked = agent !== null && consent !== null;
  // The other verdicts begin with thanks themselves.
  const isThanked = route === "review" || route === "redirect";
  const opening = agent === null ? (isThanked ? [] : [own.thanks]) : [own.sentBy(agent)];
  const paragraphs = [texts.greeting(plainName(name)), ...opening, ...(verdict === null ? [] : [verdict])];
  return {
    language,
    company: site.name,
    subject: oneLine(isAsked ? own.confirmSubject(id) : own.subject(id)),
    preview: isAsked ? texts.consentPreview(agent) : (verdict ?? nextStep(texts, acknowledgement)),
    blocks: [
      { type: "heading", text: own.received },
      ...paragraphs.map((text) => ({ type: "paragraph", text }) as const),
      { type: "facts", facts: [{ label: texts.reference, value: String(id) }] },
      ...nextBlocks(texts, acknowledgement),
      ...(agent === null ? [{ type: "note", text: texts.unknown } as const] : consentBlocks(texts, agent, consent)),
    ],
    footer: [own.footer(site.name), texts.privacy(privacyUrl), `${site.name} · ${site.contactEmail} · ${site.url}`],
  };
}

function nextStep(texts: MailTexts, { route, schedulingUrl }: Acknowledgement): string {
  if (schedulingUrl !== null) return texts.next.book;
  if (route === "redirect") return texts.next.redirect;
  return route === "review" ? texts.next.review(replyHours) : texts.next.inquiry(replyHours);
}

function nextBlocks(texts: MailTexts, acknowledgement: Acknowledgement): Block[] {
  const { schedulingUrl: url } = acknowledgement;
  return [
    { type: "heading", text: texts.nextTitle },
    { type: "paragraph", text: nextStep(texts, acknowledgement) },
    ...(url === null ? [] : [{ type: "action", label: texts.book, url, isPrimary: true } as const]),
  ];
}

function consentBlocks(texts: MailTexts, agent: string, consent: Acknowledgement["consent"]): Block[] {
  if (consent === null) return [{ type: "note", text: texts.unknown }];
  return [
    { type: "heading", text: texts.consentTitle },
    { type: "paragraph", text: texts.consent(agent) },
    { type: "action", label: texts.confirm, url: consent.confirmUrl, isPrimary: true },
    { type: "action", label: texts.withdraw, url: consent.withdrawUrl, isPrimary: false },
    { type: "note", text: texts.consentLinks(consent.days) },
    { type: "note", text: texts.consentIgnored },
    { type: "note", text: texts.consentUnknown },
  ];
}
