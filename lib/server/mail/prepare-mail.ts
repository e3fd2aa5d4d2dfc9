import "server-only";
import type { Locale } from "../../domain/locale.ts";
import { composeClock, composeNotice } from "../../domain/mail/compose-for-operators.ts";
import { composeAcknowledgement, composeReply, toSenderName } from "../../domain/mail/compose-for-person.ts";
import { composeMention } from "../../domain/mail/compose-mention.ts";
import type { MailJob } from "../../domain/mail/mail.ts";
import type { MailContent } from "../../domain/mail/mail-content.ts";
import { toPlainName } from "../../domain/mail/plain-text.ts";
import { getDueAt, toClock } from "../../domain/submissions/clock.ts";
import { consentLinkDays } from "../../domain/submissions/consent.ts";
import { formatReplyTime } from "../../domain/submissions/promises.ts";
import { submissionPath } from "../../domain/submissions/submission-ref.ts";
import { siteUrl } from "../env.ts";
import { site } from "../site.ts";
import { type ConsentTokens, createConsentLinks } from "../submissions/consent.ts";
import { getBookingUrl, getMessage } from "../submissions/verdict.ts";
import {
  findAcknowledgementId,
  findMailed,
  findNote,
  findReply,
  findReplyFiles,
  hasTooManyAcknowledgements,
  type Mailed,
} from "./find-mailed.ts";
import { findOperatorAddress, listOperatorAddresses, type Recipient } from "./recipients.ts";

/** Parts of the site that mails need. */
export type SiteParts = {
  /** Paths of pages that mails link to. */
  pages: Record<"consent" | "privacy", Record<Locale, string>>;
  /** The site's words for a question and the option that was chosen. */
  describeAnswer: (question: string, option: string, language: Locale) => { label: string; value: string };
};

export type PreparedMail = {
  /** Empty while there is no operator. */
  to: Recipient[];
  content: MailContent;
  /** Written by the service: no automatic reply may answer it (RFC 3834). */
  isAutomatic: boolean;
  inReplyTo: string | undefined;
  /** Default: the company. */
  senderName?: string;
  files?: { name: string; type: string; content: Uint8Array }[];
  /** Tokens of the mail's consent links, to delete them if the mail is not sent. */
  tokens: ConsentTokens | undefined;
};

/** The mail is needed later. */
export type Postponed = { startAfter: Date };

/**
 * The current content and recipients of a job's mail. Null when the mail is not needed any more: the submission is erased
 * or withdrawn, a reply stopped the clock, or the person has had too many acknowledgements.
 * @throws AppError `unavailable`
 */
export async function prepareMail(
  job: MailJob,
  siteParts: SiteParts,
  now: Date,
): Promise<PreparedMail | Postponed | null> {
  const mailed = await findMailed(job);
  if (!mailed) return null;
  switch (job.mail) {
    case "notice":
      return toOperators(await listOperatorRecipients(job), toNotice(mailed), job);
    case "acknowledgement":
      return prepareAcknowledgement(mailed, siteParts, now);
    case "reply":
      return prepareReply(mailed, job);
    case "mention":
      return prepareMention(mailed, job);
    default:
      return prepareClockMail(mailed, job, job.mail, now);
  }
}

/** All operators, or the one whom the mail server deferred. */
async function listOperatorRecipients({ operator }: MailJob): Promise<Recipient[]> {
  const all = await listOperatorAddresses();
  return operator === undefined ? all : all.filter((recipient) => recipient.operator === operator);
}

/** Null for a job to a single operator who is disabled by now. */
function toOperators(to: Recipient[], content: MailContent, { operator }: MailJob): PreparedMail | null {
  if (!to.length && operator !== undefined) return null;
  return { to, content, isAutomatic: true, inReplyTo: undefined, tokens: undefined };
}

const toPerson = (address: string): Recipient[] => [{ operator: null, address }];

/** Mails to operators are in English, like the desk, whatever language the person writes. */
const deskLanguage: Locale = "en";

const toDeskUrl = ({ submission }: Mailed) => siteUrl() + submissionPath(submission);

function toNotice(mailed: Mailed): MailContent {
  return composeNotice({
    language: deskLanguage,
    submission: mailed.submission,
    deskUrl: toDeskUrl(mailed),
    site: site(),
  });
}

async function prepareAcknowledgement(
  mailed: Mailed,
  { pages, describeAnswer }: SiteParts,
  now: Date,
): Promise<PreparedMail | null> {
  if (await hasTooManyAcknowledgements(mailed.submission)) return null;
  const { kind, id, language, name, email, agentName, channel, route } = mailed.submission;
  const tokens = mailed.isConsentOpen ? await createConsentLinks({ kind, id }, { now }) : undefined;
  const toConsentUrl = (token: string) => `${siteUrl()}${pages.consent[language]}?token=${token}`;
  const content = composeAcknowledgement({
    ...{ kind, id, language, name, route, site: site() },
    agentName: channel === "ai_agent" ? (agentName ?? "") : null,
    verdict: route && getMessage(route, language, mailed.replyTerms),
    bookingUrl: route === "qualified" ? getBookingUrl({ kind, id }, { name: toPlainName(name), email }) : null,
    repliedBy: getDueAt(mailed.submission),
    replyTime: formatReplyTime(mailed.replyTerms, language),
    answers: mailed.submission.answers.flatMap(([question, option]) =>
      option === null ? [] : [describeAnswer(question, option, language)],
    ),
    consent: tokens
      ? { confirmUrl: toConsentUrl(tokens.confirm), withdrawUrl: toConsentUrl(tokens.withdraw), days: consentLinkDays }
      : null,
    privacyUrl: siteUrl() + pages.privacy[language],
  });
  return { to: toPerson(email), content, isAutomatic: true, inReplyTo: undefined, tokens };
}

async function prepareReply(mailed: Mailed, job: MailJob): Promise<PreparedMail | null> {
  const { kind, id, language, email, channel } = mailed.submission;
  const reply = await findReply(job);
  if (!reply) return null;
  const { actor: operatorName, text, signature } = reply;
  // The person confirms by the acknowledgement's links alone: it asked, whatever was answered since.
  const isConsentAsked = channel === "ai_agent";
  const own = { operatorName, signature, isConsentAsked, text, site: site() };
  return {
    to: toPerson(email),
    content: composeReply({ kind, id, language, ...own }),
    isAutomatic: false,
    inReplyTo: await findAcknowledgementId(job),
    senderName: toSenderName(operatorName, site()),
    files: await findReplyFiles(job),
    tokens: undefined,
  };
}

/** Of operators who have chosen no language: the company's. */
const defaultDeskLanguage: Locale = "es";

async function prepareMention(mailed: Mailed, job: MailJob): Promise<PreparedMail | null> {
  const [note, to] = [await findNote(job), job.operator === undefined ? null : await findOperatorAddress(job.operator)];
  if (!note || !to) return null;
  const { actor: authorName, text } = note;
  const language = to.language ?? defaultDeskLanguage;
  const own = { authorName, note: text, deskUrl: toDeskUrl(mailed), site: site() };
  return toOperators([to], composeMention({ language, submission: mailed.submission, ...own }), job);
}

async function prepareClockMail(
  mailed: Mailed,
  job: MailJob,
  mail: "warning" | "breach",
  now: Date,
): Promise<PreparedMail | Postponed | null> {
  const { submission, owner, status, repliedAt } = mailed;
  const clock = toClock({ ...submission, status, repliedAt }, now);
  const isWaiting = clock.state === "running" || clock.state === "warning" || clock.state === "overdue";
  // Past the deadline, the breach mail replaces the warning.
  if (!isWaiting || (mail === "warning" && clock.state === "overdue")) return null;
  const startAfter = mail === "warning" ? clock.warnsAt : clock.dueAt;
  // An older version, running beside this one, queues by the deadline that it knows.
  if (now < startAfter) return { startAfter };
  const to = owner ? [{ operator: null, address: owner.email }] : await listOperatorRecipients(job);
  const { dueAt } = clock;
  const deskUrl = toDeskUrl(mailed);
  const names = { ownerName: owner?.name ?? null, disabledOwnerName: mailed.disabledOwnerName };
  const content = composeClock({ language: deskLanguage, mail, submission, ...names, dueAt, deskUrl, site: site() });
  return toOperators(to, content, job);
}
