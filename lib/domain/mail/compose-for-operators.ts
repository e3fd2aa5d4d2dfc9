import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import type { Locale } from "../locale.ts";
import { excerpt, toOneLine, toShownName } from "../plain-text.ts";
import { emailMax } from "../schema-kit.ts";
import { type ReplyPromise, toClock } from "../submissions/core/clock.ts";
import type { EventDetails } from "../submissions/core/events.ts";
import type { LeadRoute } from "../submissions/core/schema.ts";
import type { SubmissionRef } from "../submissions/core/submission-ref.ts";
import { type Block, choicesPath, type MailContent, type MailSite } from "./mail-content.ts";
import { type MailTexts, mailTexts } from "./texts.ts";

/** Fields that an inquiry lacks are null. */
export type MailedSubmission = SubmissionRef &
  ReplyPromise & {
    language: Locale;
    createdAt: Date;
    name: string;
    role: string | null;
    company: string | null;
    email: string;
    /** Name of the assistant that sent it, empty if unnamed; null if the person sent it. */
    assistant: string | null;
    route: LeadRoute | null;
    /** Keys of questions and options; null for a fraction. */
    answers: (readonly [question: string, option: string | null])[];
    /** Project description or message. */
    words: string;
    topic: string | null;
  };

type Notice = {
  language: Locale;
  submission: MailedSubmission;
  deskUrl: string;
  site: MailSite;
};

/** Contains neither address nor phone: an erasure does not reach mailboxes. `ownerName`: null without an owner. */
export function composeNotice(notice: Notice & { ownerName: string | null }): MailContent {
  const { language, submission, deskUrl, site } = notice;
  const { kind, id } = submission;
  const texts = mailTexts[language];
  const own = texts[kind];
  const owner = toOneLine(notice.ownerName ?? "");
  const toWords = (at: Date) => formatTimeInWords(at, language, site.timeZone);
  return {
    language,
    company: site.name,
    subject: toOneLine([own.newNumbered(id), ...listSubjectParts(texts, submission)].join(", ")),
    preview: toOneLine(excerpt(submission.words)),
    previewLanguage: submission.language,
    blocks: [
      { type: "heading", text: own.noticeTitle },
      ...listDueBlocks(texts, submission, toWords),
      {
        type: "facts",
        facts: [
          ...listFacts(texts, submission, toWords),
          ...(owner === "" ? [] : [{ label: texts.labels.owner, value: owner }]),
        ],
      },
      ...quoteWords(texts, submission),
      { type: "action", label: texts.openDesk, url: deskUrl, isPrimary: true },
    ],
    footer: listDeskFooter(language, site),
  };
}

/** Says who the mail is for and where operators choose their mails. */
export function listDeskFooter(language: Locale, site: MailSite): string[] {
  const texts = mailTexts[language];
  return [texts.deskFooter(site.name), texts.choices(site.url + choicesPath)];
}

function listSubjectParts(texts: MailTexts, { route, company, name, topic }: MailedSubmission): string[] {
  const who = toShownName(company ?? name, 60);
  const what = route ? texts.routes[route] : topic === null ? "" : texts.topicSubject(topic);
  return [what, who].filter((part) => part !== "");
}

function listDueBlocks(texts: MailTexts, submission: MailedSubmission, toWords: (at: Date) => string): Block[] {
  const { dueAt } = toClock({ ...submission, status: "new", repliedAt: null }, submission.createdAt);
  return dueAt ? [{ type: "paragraph", text: texts.due(toWords(dueAt)) }] : [];
}

function quoteWords(texts: MailTexts, { kind, words, language }: MailedSubmission): Block[] {
  return [
    { type: "heading", text: texts[kind].wordsTitle },
    { type: "quote", text: excerpt(words), language },
  ];
}

function listFacts(
  texts: MailTexts,
  submission: MailedSubmission,
  toWords: (at: Date) => string,
): { label: string; value: string }[] {
  const { kind, id, route, name, role, company, assistant, createdAt } = submission;
  const values: [label: keyof MailTexts["labels"], value: string | null][] = [
    ["submission", texts[kind].numbered(id)],
    ["route", route && texts.routes[route]],
    ["name", name],
    ["role", role],
    ["company", company],
    ["language", texts.languages[submission.language]],
    ["channel", assistant === null ? texts.web : texts.agent(toWholeName(assistant))],
    ["topic", submission.topic],
    ["budget", findAnswer(texts, submission, "budget")],
    ["launch_timeline", findAnswer(texts, submission, "launch_timeline")],
    ["company_scope", findAnswer(texts, submission, "company_scope")],
    ["received", toWords(createdAt)],
  ];
  return values.flatMap(([label, value]) => {
    const shown = toWholeName(value);
    return shown === "" ? [] : [{ label: texts.labels[label], value: shown }];
  });
}

/** Cuts nothing: an address is the longest value. */
export function toWholeName(value: string | null): string {
  return toShownName(value ?? "", emailMax);
}

function findAnswer(texts: MailTexts, { answers }: MailedSubmission, key: keyof MailTexts["options"]): string | null {
  const answer = answers.find(([question]) => question === key);
  if (!answer) return null;
  const words: Record<string, string> = texts.options[key];
  return words[answer[1] ?? ""] ?? texts.betweenOptions;
}

/** The rule that assigned a submission, by its name at that time. */
export type AssigningRule = NonNullable<EventDetails["owner"]["rule"]>;

/** `assigner` is empty if no longer known. After a rule, this is the owner's first mail about the submission. */
export type Assignment = Notice & { assigner: string; rule: AssigningRule | null };

/** Goes to the new owner. */
export function composeAssignment({ language, submission, assigner, rule, deskUrl, site }: Assignment): MailContent {
  const { kind, id } = submission;
  const texts = mailTexts[language];
  const own = texts.assignment;
  const toWords = (at: Date) => formatTimeInWords(at, language, site.timeZone);
  const text = rule ? own.byRule(toOneLine(rule.name), rule.isInTurn) : own.text(toOneLine(assigner));
  return {
    language,
    company: site.name,
    subject: toOneLine([own.subject(texts[kind].numbered(id)), ...listSubjectParts(texts, submission)].join(", ")),
    preview: text,
    blocks: [
      { type: "heading", text: own.title },
      { type: "paragraph", text },
      ...listDueBlocks(texts, submission, toWords),
      { type: "facts", facts: listFacts(texts, submission, toWords) },
      ...(rule ? quoteWords(texts, submission) : []),
      { type: "action", label: texts.openDesk, url: deskUrl, isPrimary: true },
    ],
    footer: listDeskFooter(language, site),
  };
}

/**
 * The owner if they get the mail, else why others get it. `late`: the mail was addressed before they took the
 * submission or came back on duty.
 */
export type OwnerNames = {
  ownerName: string | null;
  absentOwner?: { name: string; why: "disabled" | "off_duty" | "late" } | null;
};

export type ClockMail = Notice & OwnerNames & { mail: "warning" | "breach"; dueAt: Date };

export function composeClock(clockMail: ClockMail): MailContent {
  const { language, mail, submission, dueAt, deskUrl, site } = clockMail;
  const { kind, id, createdAt } = submission;
  const texts = mailTexts[language];
  const own = texts[mail];
  const { labels } = texts;
  const numbered = texts[kind].numbered(id);
  const owner = describeOwner(clockMail, texts);
  const name = toWholeName(submission.name);
  const company = toWholeName(submission.company);
  const due = formatTimeInWords(dueAt, language, site.timeZone);
  return {
    language,
    company: site.name,
    subject: toOneLine(own.subject(numbered)),
    preview: `${labels.due}: ${due}`,
    blocks: [
      { type: "heading", text: own.title },
      { type: "paragraph", text: own.text(name || texts.someone) },
      {
        type: "facts",
        facts: [
          { label: labels.submission, value: numbered },
          ...(company === "" ? [] : [{ label: labels.company, value: company }]),
          { label: labels.received, value: formatTimeInWords(createdAt, language, site.timeZone) },
          { label: labels.due, value: due },
          { label: labels.owner, value: owner.fact },
        ],
      },
      { type: "action", label: texts.openDesk, url: deskUrl, isPrimary: true },
      { type: "note", text: owner.note },
    ],
    footer: listDeskFooter(language, site),
  };
}

/** Owner line and the reason the recipient gets this mail. */
export function describeOwner(
  { ownerName, absentOwner }: OwnerNames,
  texts: MailTexts,
): { fact: string; note: string } {
  const [owner, absent] = [toOneLine(ownerName ?? ""), toOneLine(absentOwner?.name ?? "")];
  if (owner) return { fact: owner, note: texts.toOwner(owner) };
  if (!absent || !absentOwner) return { fact: texts.noOwner, note: texts.toAll };
  const own = texts.absentOwner[absentOwner.why];
  return { fact: own.fact(absent), note: own.note(absent) };
}
