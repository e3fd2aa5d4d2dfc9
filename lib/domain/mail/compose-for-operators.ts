import { type MailMessages, type MailText, mailText } from "../../i18n/mail-text.ts";
import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import type { Locale } from "../locale.ts";
import { excerpt, toOneLine, toShownName } from "../plain-text.ts";
import { type ReplyPromise, toClock } from "../submissions/core/clock.ts";
import type { EventDetails } from "../submissions/core/events.ts";
import type { LeadRoute } from "../submissions/core/schema.ts";
import type { PhoneLinks } from "../submissions/core/submission.ts";
import { formatReference, type SubmissionRef } from "../submissions/core/submission-ref.ts";
import { emailMax } from "../text-bounds.ts";
import { choicesPath, type MailBlock, type MailContent, type MailSite } from "./mail-content.ts";

export type MailedSubmission = SubmissionRef &
  ReplyPromise & {
    language: Locale;
    createdAt: Date;
    name: string;
    role: string | null;
    company: string | null;
    /** Null unless the number is valid. */
    phoneLinks: PhoneLinks | null;
    email: string;
    /** Name of the assistant that sent the submission, empty if unnamed; null if the person sent it. */
    assistant: string | null;
    route: LeadRoute | null;
    /** Keys of questions and chosen options. The option is null if the points are a fraction. */
    answers: (readonly [question: string, option: string | null])[];
    words: string;
    topic: string | null;
  };

export type Notice = {
  language: Locale;
  submission: MailedSubmission;
  deskUrl: string;
  site: MailSite;
};

/**
 * Composes a notice of a new submission. Leaves out the email address, because an erasure cannot reach mailboxes, and
 * uses the phone number only in links. `ownerName` is null if nobody owns the submission.
 */
export function composeNotice(notice: Notice & { ownerName: string | null }): MailContent {
  const { language, submission, deskUrl, site } = notice;
  const { kind } = submission;
  const t = mailText(language);
  const owner = toOneLine(notice.ownerName ?? "");
  const toWords = (at: Date) => formatTimeInWords(at, language, site.timeZone);
  return {
    ...toDeskFrame(language, site),
    subject: writeSubject(t, t(`${kind}.newNumbered`, { reference: formatReference(submission) }), submission),
    preview: toOneLine(excerpt(submission.words)),
    previewLanguage: submission.language,
    blocks: [
      { type: "heading", text: t(`${kind}.noticeTitle`) },
      ...listDueBlocks(t, submission, toWords),
      {
        type: "facts",
        facts: [
          ...listFacts(t, submission, toWords),
          ...(owner === "" ? [] : [{ label: t("labels.owner"), value: owner }]),
        ],
      },
      ...listQuoteBlocks(t, submission),
      ...listButtons(t, submission, deskUrl),
    ],
  };
}

function listButtons(t: MailText, { phoneLinks }: Pick<MailedSubmission, "phoneLinks">, deskUrl: string): MailBlock[] {
  const open = { type: "action", label: t("openDesk"), url: deskUrl, isPrimary: true } as const;
  if (!phoneLinks) return [open];
  const { international: number, callUrl, whatsAppUrl } = phoneLinks;
  return [
    open,
    { type: "action", label: t("call", { number }), url: callUrl, isPrimary: false },
    { type: "action", label: t("whatsApp", { number }), url: whatsAppUrl, isPrimary: false },
  ];
}

/** Language, company and footer, which all mails to operators share. */
export function toDeskFrame(language: Locale, site: MailSite): Pick<MailContent, "language" | "company" | "footer"> {
  const t = mailText(language);
  const footer = [t("deskFooter", { company: site.name }), t("choices", { url: site.url + choicesPath })];
  return { language, company: site.name, footer };
}

/** Returns a text such as "Evaluation E-12". */
export function formatSubmission(t: MailText, submission: SubmissionRef): string {
  return t(`${submission.kind}.numbered`, { reference: formatReference(submission) });
}

function writeSubject(t: MailText, start: string, { route, company, name, topic }: MailedSubmission): string {
  const who = toShownName(company ?? name, 60);
  const what = route ? t(`routes.${route}`) : topic === null ? "" : t("topicSubject", { topic });
  return toOneLine([start, what, who].filter((part) => part !== "").join(", "));
}

function listDueBlocks(t: MailText, submission: MailedSubmission, toWords: (at: Date) => string): MailBlock[] {
  const { dueAt } = toClock({ ...submission, status: "new", repliedAt: null }, submission.createdAt);
  return dueAt ? [{ type: "paragraph", text: t("due", { time: toWords(dueAt) }) }] : [];
}

function listQuoteBlocks(t: MailText, { kind, words, language }: MailedSubmission): MailBlock[] {
  return [
    { type: "heading", text: t(`${kind}.wordsTitle`) },
    { type: "quote", text: excerpt(words), language },
  ];
}

function formatChannel(t: MailText, assistant: string | null): string {
  const name = toUntruncatedName(assistant);
  if (assistant === null) return t("web");
  return name ? t("agent.named", { name }) : t("agent.unnamed");
}

type FactLabel = keyof MailMessages["labels"];

function listFacts(
  t: MailText,
  submission: MailedSubmission,
  toWords: (at: Date) => string,
): { label: string; value: string }[] {
  const { route, name, role, company, assistant, createdAt } = submission;
  const values: [label: FactLabel, value: string | null][] = [
    ["submission", formatSubmission(t, submission)],
    ["route", route && t(`routes.${route}`)],
    ["name", name],
    ["role", role],
    ["company", company],
    ["language", t(`languages.${submission.language}`)],
    ["channel", formatChannel(t, assistant)],
    ["topic", submission.topic],
    ["budget", findAnswer(t, submission, "budget")],
    ["launch_timeline", findAnswer(t, submission, "launch_timeline")],
    ["company_scope", findAnswer(t, submission, "company_scope")],
    ["received", toWords(createdAt)],
  ];
  return values.flatMap(([label, value]) => {
    const shown = toUntruncatedName(value);
    return shown === "" ? [] : [{ label: t(`labels.${label}`), value: shown }];
  });
}

/** The limit is the longest email address, so no valid value is truncated. */
export function toUntruncatedName(value: string | null): string {
  return toShownName(value ?? "", emailMax);
}

type MailedQuestion = keyof MailMessages["options"];

function findAnswer(t: MailText, { answers }: MailedSubmission, question: MailedQuestion): string | null {
  const answer = answers.find(([key]) => key === question);
  if (!answer) return null;
  const key = `options.${question}.${answer[1]}` as "options.budget.under_10k";
  return t.has(key) ? t(key) : t("betweenOptions");
}

type AssigningRule = NonNullable<EventDetails["owner"]["rule"]>;

/** `assigner` is empty if unknown. If `rule` is set, it assigned the submission, and this is the owner's first mail. */
type Assignment = Notice & { assigner: string; rule: AssigningRule | null; isReplyDue: boolean };

export function composeAssignment(assignment: Assignment): MailContent {
  const { language, submission, assigner, rule, isReplyDue, deskUrl, site } = assignment;
  const t = mailText(language);
  const toWords = (at: Date) => formatTimeInWords(at, language, site.timeZone);
  const text = describeAssignment(t, rule, toOneLine(assigner));
  return {
    ...toDeskFrame(language, site),
    subject: writeSubject(t, t("assignment.subject", { numbered: formatSubmission(t, submission) }), submission),
    preview: text,
    blocks: [
      { type: "heading", text: t("assignment.title") },
      { type: "paragraph", text },
      ...(isReplyDue ? listDueBlocks(t, submission, toWords) : []),
      { type: "facts", facts: listFacts(t, submission, toWords) },
      ...(rule ? listQuoteBlocks(t, submission) : []),
      ...listButtons(t, submission, deskUrl),
    ],
  };
}

function describeAssignment(t: MailText, rule: AssigningRule | null, assigner: string): string {
  if (!rule) return assigner ? t("assignment.text.named", { assigner }) : t("assignment.text.unnamed");
  return t(rule.isInTurn ? "assignment.byRule.inTurn" : "assignment.byRule.always", { rule: toOneLine(rule.name) });
}

/**
 * `ownerName` is the owner if they get the mail; otherwise `absentOwner` says why others get it. `late` means that the
 * recipients were chosen before the owner took the submission or came back on duty.
 */
export type OwnerNames = {
  ownerName: string | null;
  absentOwner?: { name: string; why: "disabled" | "off_duty" | "late" } | null;
};

/** `dueAt` is null in the mail about a qualified submission without a booking. */
export type ClockMail = Notice & OwnerNames & { mail: "warning" | "breach" | "unbooked"; dueAt: Date | null };

export function composeDeadline(clockMail: ClockMail): MailContent {
  const { language, mail, submission, dueAt, deskUrl, site } = clockMail;
  const { createdAt } = submission;
  const t = mailText(language);
  const numbered = formatSubmission(t, submission);
  const owner = describeOwner(clockMail, t);
  const name = toUntruncatedName(submission.name);
  const company = toUntruncatedName(submission.company);
  const text = t(`${mail}.text`, { name: name || t("someone") });
  const due = dueAt && formatTimeInWords(dueAt, language, site.timeZone);
  return {
    ...toDeskFrame(language, site),
    subject: toOneLine(t(`${mail}.subject`, { numbered })),
    preview: due === null ? text : `${t("labels.due")}: ${due}`,
    blocks: [
      { type: "heading", text: t(`${mail}.title`) },
      { type: "paragraph", text },
      {
        type: "facts",
        facts: [
          { label: t("labels.submission"), value: numbered },
          ...(company === "" ? [] : [{ label: t("labels.company"), value: company }]),
          { label: t("labels.received"), value: formatTimeInWords(createdAt, language, site.timeZone) },
          ...(due === null ? [] : [{ label: t("labels.due"), value: due }]),
          { label: t("labels.owner"), value: owner.fact },
        ],
      },
      ...listButtons(t, submission, deskUrl),
      { type: "note", text: owner.note },
    ],
  };
}

function describeOwner({ ownerName, absentOwner }: OwnerNames, t: MailText): { fact: string; note: string } {
  const [owner, absent] = [toOneLine(ownerName ?? ""), toOneLine(absentOwner?.name ?? "")];
  if (owner) return { fact: owner, note: t("toOwner", { owner }) };
  if (!absent || !absentOwner) return { fact: t("noOwner"), note: t("toAll") };
  const own = `absentOwner.${absentOwner.why}` as const;
  return { fact: t(`${own}.fact`, { owner: absent }), note: t(`${own}.note`, { owner: absent }) };
}

type Mention = Omit<Notice, "submission"> & {
  submission: SubmissionRef & Pick<MailedSubmission, "phoneLinks">;
  authorName: string;
  note: string;
};

export function composeMention({ language, submission, authorName, note, deskUrl, site }: Mention): MailContent {
  const t = mailText(language);
  const author = toOneLine(authorName);
  const numbered = formatSubmission(t, submission);
  const words = excerpt(note);
  return {
    ...toDeskFrame(language, site),
    subject: toOneLine(t("mention.subject", { author, numbered })),
    preview: toOneLine(words),
    blocks: [
      { type: "heading", text: t("mention.title", { author }) },
      { type: "facts", facts: [{ label: t("labels.submission"), value: numbered }] },
      { type: "quote", text: words, language },
      ...listButtons(t, submission, deskUrl),
    ],
  };
}

type MessageNotice = Notice & OwnerNames & { message: { text: string; fileCount: number } };

export function composeMessageNotice(notice: MessageNotice): MailContent {
  const { language, submission, message, deskUrl, site } = notice;
  const t = mailText(language);
  const name = toShownName(submission.name, 60);
  const words = excerpt(message.text);
  return {
    ...toDeskFrame(language, site),
    subject: toOneLine(t("message.subject", { numbered: formatSubmission(t, submission) })),
    preview: toOneLine(words),
    previewLanguage: submission.language,
    blocks: [
      { type: "heading", text: t("message.title") },
      { type: "paragraph", text: t("message.text", { name: name || t("someone") }) },
      ...(words === "" ? [] : [{ type: "quote", text: words, language: submission.language } as const]),
      ...(message.fileCount
        ? [{ type: "paragraph", text: t("message.files", { count: message.fileCount }) } as const]
        : []),
      ...listButtons(t, submission, deskUrl),
      { type: "note", text: describeOwner(notice, t).note },
    ],
    footer: [t("deskFooter", { company: site.name })],
  };
}
