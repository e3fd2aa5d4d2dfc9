import "server-only";
import { dayMilliseconds } from "../../domain/durations.ts";
import { Locale } from "../../domain/locale.ts";
import type { MailedSubmission } from "../../domain/mail/compose-for-operators.ts";
import type { SubmissionMailJob } from "../../domain/mail/mail.ts";
import { findAssistantName } from "../../domain/submissions/core/consent.ts";
import type { StoredEvent, StoredEventType } from "../../domain/submissions/core/events.ts";
import { type ReplyTerms, toReplyTerms } from "../../domain/submissions/core/promises.ts";
import { toJudgedAnswers } from "../../domain/submissions/core/questions.ts";
import { StoredRoute } from "../../domain/submissions/core/schema.ts";
import { Status } from "../../domain/submissions/core/status.ts";
import { formatReference, type SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { database, rawDatabase } from "../db.ts";
import { readSite } from "../site.ts";
import { toEvent } from "../submissions/core/events.ts";
import { toPhoneLinks } from "../submissions/core/phone-number.ts";
import { whereSentBy } from "../submissions/core/sent-by.ts";

/** A submission with everything that its mails depend on. */
export type MailContext = {
  submission: MailedSubmission;
  replyTerms: ReplyTerms;
  status: Status;
  repliedAt: Date | null;
  closedAt: Date | null;
  /** Null if there is none or the operator is disabled. */
  owner: { id: string; name: string } | null;
  disabledOwnerName: string | null;
  isConsentClaimed: boolean;
  /** An assistant sent the submission, and the person has not confirmed the consent. */
  isConsentOpen: boolean;
};

const include = { owner: { select: { id: true, name: true, disabledAt: true } } } as const;

/** Returns null if the submission is erased or the person has withdrawn. */
export async function findMailedSubmission({ kind, id }: SubmissionRef): Promise<MailContext | null> {
  const where = { kind_id: { kind, id }, consentWithdrawnAt: null };
  const row = await database((db) => db.submission.findUnique({ where, include }), "mail");
  if (!row) return null;
  const { phone, owner, repliedAt, closedAt } = row;
  const assistant = findAssistantName(row);
  const language = Locale.parse(row.language);
  const answers = kind === "inquiry" ? [] : toJudgedAnswers(row.answers);
  return {
    submission: {
      ...row,
      kind,
      phoneLinks: toPhoneLinks({ phone, language, reference: formatReference({ kind, id }) }, await readSite()),
      assistant,
      language,
      words: row.text,
      answers: answers.map(({ question, option }) => [question, option] as const),
      route: StoredRoute.parse(row.route),
    },
    replyTerms: toReplyTerms(row),
    status: Status.parse(row.status),
    repliedAt,
    closedAt,
    owner: owner && !owner.disabledAt ? { id: owner.id, name: owner.name } : null,
    disabledOwnerName: owner?.disabledAt ? owner.name : null,
    isConsentClaimed: row.userConsent === true,
    isConsentOpen: assistant !== null && row.consentConfirmedAt === null,
  };
}

export type MailedFile = { name: string; type: string; content: Uint8Array };

export function findReplyFiles({ event }: Pick<SubmissionMailJob, "event">): Promise<MailedFile[]> {
  const select = { name: true, type: true, content: true } as const;
  return database(
    (db) => db.replyFile.findMany({ select, where: { eventId: BigInt(event ?? 0) }, orderBy: { id: "asc" } }),
    "mail",
  );
}

/** Returns null if there is no such event, for example after an erasure. */
export async function findEvent<Type extends StoredEventType>(
  { kind, id, event }: Pick<SubmissionMailJob, "kind" | "id" | "event">,
  type: Type,
): Promise<Extract<StoredEvent, { type: Type }> | null> {
  if (event === undefined) return null;
  const where = { id: BigInt(event), kind, submissionId: id };
  const row = await database((db) => db.submissionEvent.findFirst({ where }), "mail");
  const stored = row && toEvent(row);
  const isOfType = (found: StoredEvent): found is Extract<StoredEvent, { type: Type }> => found.type === type;
  return stored && isOfType(stored) ? stored : null;
}

export async function findInboundMessage(job: SubmissionMailJob): Promise<{ text: string; fileCount: number } | null> {
  const event = await findEvent(job, "inbound");
  if (!event) return null;
  const query = {
    select: { text: true, _count: { select: { attachments: true } } },
    where: { id: BigInt(event.details.inbound) },
  };
  const mail = await database((db) => db.inboundMail.findUnique(query), "mail");
  return mail && { text: mail.text, fileCount: mail._count.attachments };
}

/** Common mail programs have this limit, too. The first and the newest IDs identify the thread. */
const referencesMax = 20;
const isAscii = /^[\x21-\x7e]+$/;

/** Message-IDs, oldest first (RFC 5322, 3.6.4). A reply answers the last: the person's, or our acknowledgement. */
export async function findConversation({ kind, id }: SubmissionRef): Promise<string[]> {
  const rows = await rawDatabase("mail").$queryRaw<{ type: string; messageId: string | null }[]>`
    SELECT event.type, coalesce(inbound.message_id, details ->> 'messageId') AS "messageId"
    FROM submission_events AS event LEFT JOIN inbound_mails AS inbound
      ON event.type = 'inbound' AND inbound.id = (details ->> 'inbound')::bigint
    WHERE event.kind = ${kind} AND event.submission_id = ${id} AND (
      event.type = 'mail' AND details ->> 'mail' IN ('acknowledgement', 'reply')
      OR event.type = 'inbound' AND details ->> 'type' = 'message')
    ORDER BY event.id`;
  const mails = rows.flatMap(({ type, messageId }) =>
    messageId && isAscii.test(messageId) ? [{ type, messageId }] : [],
  );
  const answered = Math.max(
    mails.findLastIndex(({ type }) => type === "inbound"),
    0,
  );
  const [first, ...others] = mails.slice(0, answered + 1).map(({ messageId }) => messageId);
  return first === undefined ? [] : [first, ...others.slice(1 - referencesMax)];
}

/** Maximum acknowledgement mails per address and day, so that nobody can use our form to flood a stranger's mailbox. */
export const acknowledgementsMax = 20;

/**
 * Counts the 24 hours before this submission. Above the maximum, operators are notified of the submission, but the
 * person gets no acknowledgement. Spam does not count, because it was not acknowledged.
 */
export async function hasTooManyAcknowledgements({
  email,
  createdAt,
}: Pick<MailedSubmission, "email" | "createdAt">): Promise<boolean> {
  const since = new Date(createdAt.getTime() - dayMilliseconds);
  const rows = await rawDatabase("mail").$queryRaw<unknown[]>`
    SELECT FROM submissions
    WHERE ${whereSentBy(email)} AND repeat_of IS NULL AND (status <> 'spam' OR spam_reasons IS NULL)
      AND created_at >= ${since}::timestamptz AND created_at < ${createdAt}::timestamptz
    LIMIT ${acknowledgementsMax}`;
  return rows.length === acknowledgementsMax;
}

export async function wasMailSent({ mail, kind, id }: SubmissionMailJob): Promise<boolean> {
  const events = await rawDatabase("mail").$queryRaw<unknown[]>`
    SELECT event.id::text FROM submissions AS s JOIN submission_events AS event
      ON event.kind = s.kind AND event.submission_id = s.id AND (s.asked_at IS NULL OR event.at >= s.asked_at)
    WHERE s.kind = ${kind} AND s.id = ${id} AND event.type = 'mail' AND event.details ->> 'mail' = ${mail} LIMIT 1`;
  return events.length > 0;
}
