import "server-only";
import {
  composeAssignment,
  composeDeadline,
  composeMention,
  composeMessageNotice,
  composeNotice,
  type Notice,
  type OwnerNames,
} from "../../domain/mail/compose-for-operators.ts";
import { composeAcknowledgement } from "../../domain/mail/compose-for-person.ts";
import { isSubscriberJob, type MailJob, type SubmissionMailJob } from "../../domain/mail/mail.ts";
import type { MailContent } from "../../domain/mail/mail-content.ts";
import { toPlainName } from "../../domain/plain-text.ts";
import { getDueAt, isRunning, toClock } from "../../domain/submissions/core/clock.ts";
import { consentLinkDays } from "../../domain/submissions/core/consent.ts";
import { type DeliveryFault, isWithheldAsSpam } from "../../domain/submissions/core/mails.ts";
import { getAnswerTexts } from "../../domain/submissions/core/question-texts.ts";
import { submissionPath } from "../../domain/submissions/core/submission-ref.ts";
import { getPathname } from "../../i18n/paths.ts";
import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import { findBooking } from "../bookings/book-time.ts";
import { getSiteUrl } from "../env.ts";
import type { NewMail } from "../queue/mails.ts";
import { readSite } from "../site.ts";
import { formatReplyTime } from "../submissions/core/reply-promise.ts";
import { getBookingUrl, getVerdictMessage } from "../submissions/core/verdict.ts";
import { type ConsentTokens, createConsentTokens } from "../submissions/intake/consent.ts";
import {
  findEvent,
  findInboundMessage,
  findMailedSubmission,
  hasTooManyAcknowledgements,
  type MailContext,
  wasMailSent,
} from "./find-mailed.ts";
import { prepareCopy, prepareForward, prepareReply } from "./prepare-conversation.ts";
import { areRemindersOn, isStillUnbooked, prepareReminder } from "./prepare-reminder.ts";
import {
  prepareDigest,
  prepareForSubscriber,
  preparePausedWebhooks,
  toDeskMail,
} from "./prepare-without-submission.ts";
import {
  chooseNotifiedOperators,
  chooseWarnedOperators,
  listOperatorAddresses,
  type OperatorRecipient,
  type Recipient,
  toOwnerNames,
  toPersonRecipients,
} from "./recipients.ts";

export type PreparedMail = {
  to: Recipient[];
  /** Recipients to show in place of `to`, because each address of a reply gets its own mail. */
  shownTo?: { to: string; cc: string[] };
  content: MailContent;
  /** True for mails that the service writes. Automatic replies must not answer them (RFC 3834). */
  isAutomatic: boolean;
  /** Message-IDs of the conversation. This mail answers the last one. */
  references?: string[];
  /** Defaults to the company's name. */
  senderName?: string;
  files?: { name: string; type: string; content: Uint8Array }[];
  /** Page where the recipient can stop mails of this type (RFC 2369). */
  unsubscribeUrl?: string;
  /** A POST to `unsubscribeUrl` is enough (RFC 8058). */
  isOneClick?: boolean;
  /** Time of the newest change of the catalog in the mail. */
  changesUntil?: Date;
  /** Mails to queue once this one is sent. */
  following?: NewMail[];
  /** Tokens of the consent links in the mail, deleted if the mail is not sent. */
  tokens?: ConsentTokens | undefined;
};

/** Outcome for a mail that is not sent as prepared. An empty object means that nobody needs the mail. */
export type Unsent = {
  /** Mails to send instead, one per language. */
  mails?: NewMail[];
  inDigests?: string[];
  /** The mail waits while its submission is spam, or until an operator releases the mail. */
  isWithheld?: boolean;
  /** The mail counts as failed, so that operators look at it. */
  fault?: DeliveryFault;
  /** When the next deadline mail is due, if the response clock is running then. */
  clockMailAt?: Date;
};

/**
 * Called just before sending. Prepares no mail if the submission is erased or withdrawn, if a reply stopped the clock,
 * if nobody wants the mail, or if the person has had too many acknowledgements.
 */
export async function prepareMail(job: MailJob, mailId: string, now: Date): Promise<PreparedMail | Unsent> {
  if (job.mail === "digest") return prepareDigest(job, mailId, now);
  if (job.mail === "webhooks") return preparePausedWebhooks(job);
  if (isSubscriberJob(job)) return prepareForSubscriber(job);
  const mailed = await findMailedSubmission(job);
  if (!mailed) return {};
  if (mailed.status === "spam" && isWithheldAsSpam(job.mail)) return { isWithheld: true };
  switch (job.mail) {
    case "notice":
      return prepareNotice(mailed, job);
    case "assignment":
      return prepareAssignment(mailed, job, now);
    case "acknowledgement":
      return prepareAcknowledgement(mailed, now);
    case "reply":
      return prepareReply(mailed, job);
    case "copy":
      return prepareCopy(mailed, job);
    case "forward":
      return prepareForward(mailed, job);
    case "mention":
      return prepareMention(mailed, job);
    case "message":
      return prepareMessageNotice(mailed, job, now);
    case "reminder":
      return prepareReminder(mailed, job, now);
    case "unbooked":
      if (!areRemindersOn() || !(await isStillUnbooked(job))) return {};
      return prepareWarning(mailed, job, now, (about) => composeDeadline({ ...about, mail: "unbooked", dueAt: null }));
    default:
      return prepareClockMail(mailed, job, job.mail, now);
  }
}

type RecipientChoice = { atOnce: OperatorRecipient[]; inDigests: string[] };

/** A mail in several languages becomes one job per language. */
async function prepareForOperators(
  mailed: MailContext,
  job: SubmissionMailJob,
  { atOnce, inDigests }: RecipientChoice,
  compose: (notice: Notice) => MailContent,
): Promise<PreparedMail | Unsent> {
  const byLanguage = Map.groupBy(atOnce, ({ language }) => language);
  if (inDigests.length || byLanguage.size > 1) {
    const listOperatorIds = (group: OperatorRecipient[]) =>
      group.flatMap(({ operator }) => (operator === null ? [] : [operator]));
    const mails = [...byLanguage.values()].map((group) => ({ job: { ...job, operators: listOperatorIds(group) } }));
    return { mails, inDigests };
  }
  const [first] = atOnce;
  return first ? toDeskMail(atOnce, compose(await toNotice(mailed, first))) : {};
}

async function toNotice({ submission }: MailContext, { language }: OperatorRecipient): Promise<Notice> {
  return { language, submission, deskUrl: getSiteUrl() + submissionPath(submission), site: await readSite() };
}

/** Skips an owner chosen by a rule, because the assignment mail tells them the same. */
async function prepareNotice(mailed: MailContext, job: SubmissionMailJob): Promise<PreparedMail | Unsent> {
  const { owner } = mailed;
  const assigned = (await findEvent(job, "owner"))?.details.to?.id;
  const isNewOwner = ({ operator }: OperatorRecipient) =>
    operator !== null && operator === assigned && operator === owner?.id;
  const others = (await listOperatorAddresses()).filter((recipient) => !isNewOwner(recipient));
  const ownerName = owner?.name ?? null;
  const chosen = chooseNotifiedOperators(others, job, owner?.id ?? null);
  return prepareForOperators(mailed, job, chosen, (notice) => composeNotice({ ...notice, ownerName }));
}

/** Returns an empty object if the submission has since been unassigned or assigned to another operator. */
async function prepareAssignment(
  mailed: MailContext,
  job: SubmissionMailJob,
  now: Date,
): Promise<PreparedMail | Unsent> {
  const { owner, submission, status, repliedAt } = mailed;
  if (!owner || owner.id !== job.operator) return {};
  const assignment = await findEvent(job, "owner");
  const [assigner, rule] = [assignment?.actor ?? "", assignment?.details.rule ?? null];
  const recipients = (await listOperatorAddresses()).filter(({ operator }) => operator === owner.id);
  const inDigests = recipients.some(({ hasDigest }) => hasDigest) ? [owner.id] : [];
  const chosen = { atOnce: inDigests.length ? [] : recipients, inDigests };
  const isReplyDue = isRunning(toClock({ ...submission, status, repliedAt }, now));
  const own = { assigner, rule, isReplyDue };
  return prepareForOperators(mailed, job, chosen, (notice) => composeAssignment({ ...notice, ...own }));
}

async function prepareAcknowledgement(mailed: MailContext, now: Date): Promise<PreparedMail | Unsent> {
  if (await hasTooManyAcknowledgements(mailed.submission)) return {};
  const { kind, id, language, name, email, route } = mailed.submission;
  const tokens = mailed.isConsentOpen ? await createConsentTokens({ kind, id }, { now }) : undefined;
  const booking = await findBooking({ kind, id });
  const dueAt = getDueAt(mailed.submission);
  // An acknowledgement withheld as spam may go out much later.
  const repliedBy = dueAt > now ? dueAt : null;
  const toConsentUrl = (token: string) =>
    `${getSiteUrl()}${getPathname({ href: "/consent", locale: language })}?token=${token}`;
  const content = composeAcknowledgement({
    kind,
    id,
    language,
    name,
    route,
    site: await readSite(),
    agentName: mailed.submission.assistant,
    verdict: route && getVerdictMessage(route, language, repliedBy && mailed.replyTerms),
    booked:
      booking?.state === "booked"
        ? { time: formatTimeInWords(booking.startAt, language, booking.timeZone), manageUrl: booking.manageUrl }
        : null,
    bookingUrl: route === "qualified" ? getBookingUrl({ kind, id }, { name: toPlainName(name), email }) : null,
    repliedBy,
    replyTime: formatReplyTime(mailed.replyTerms, language),
    answers: mailed.submission.answers.flatMap(([question, option]) =>
      option === null ? [] : [getAnswerTexts(question, option, language)],
    ),
    consent: tokens
      ? {
          isClaimed: mailed.isConsentClaimed,
          confirmUrl: toConsentUrl(tokens.confirm),
          withdrawUrl: toConsentUrl(tokens.withdraw),
          days: consentLinkDays,
        }
      : null,
    privacyUrl: getSiteUrl() + getPathname({ href: "/privacy", locale: language }),
  });
  return { to: toPersonRecipients(email), content, isAutomatic: true, tokens };
}

async function prepareMention(mailed: MailContext, job: SubmissionMailJob): Promise<PreparedMail | Unsent> {
  const note = await findEvent(job, "note");
  const [to] = (await listOperatorAddresses()).filter(({ operator }) => operator !== null && operator === job.operator);
  if (!note || !to) return {};
  const written = { authorName: note.actor, note: note.details.text };
  return toDeskMail([to], composeMention({ ...(await toNotice(mailed, to)), ...written }));
}

async function prepareMessageNotice(
  mailed: MailContext,
  job: SubmissionMailJob,
  now: Date,
): Promise<PreparedMail | Unsent> {
  const message = await findInboundMessage(job);
  if (!message) return {};
  // A person's message that waits for an answer is as urgent as a reply that is due.
  return prepareWarning(mailed, job, now, (about) => composeMessageNotice({ ...about, message }));
}

async function prepareClockMail(
  mailed: MailContext,
  job: SubmissionMailJob,
  mail: "warning" | "breach",
  now: Date,
): Promise<PreparedMail | Unsent> {
  const { submission, status, repliedAt } = mailed;
  const clock = toClock({ ...submission, status, repliedAt }, now);
  if (!isRunning(clock)) return { clockMailAt: now };
  const at = mail === "warning" ? clock.warnsAt : clock.dueAt;
  // The mail came too early: the person has written again, or the database's clock was ahead when the mail was queued.
  if (now < at) return { clockMailAt: at };
  // The breach mail replaces the warning. Another language's part of a split mail may already have been sent.
  const isWhole = job.operator === undefined && job.operators === undefined;
  if ((mail === "warning" && clock.state === "overdue") || (isWhole && (await wasMailSent(job)))) return {};
  return prepareWarning(mailed, job, now, (about) => composeDeadline({ ...about, mail, dueAt: clock.dueAt }));
}

async function prepareWarning(
  mailed: MailContext,
  job: SubmissionMailJob,
  now: Date,
  compose: (about: Notice & OwnerNames) => MailContent,
): Promise<PreparedMail | Unsent> {
  const all = await listOperatorAddresses();
  const atOnce = chooseWarnedOperators(all, job, mailed.owner?.id ?? null, now);
  const names = toOwnerNames(mailed, atOnce, all, now);
  return prepareForOperators(mailed, job, { atOnce, inDigests: [] }, (notice) => compose({ ...notice, ...names }));
}
