import "server-only";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { listSubjectReferences } from "../../../domain/mail/received-mail.ts";
import { foldAddress } from "../../../domain/mail-address.ts";
import type { Authentication, InboundType, UnmatchedReason } from "../../../domain/submissions/core/inbound.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { hashForPurpose } from "../../derived-keys.ts";
import { env } from "../../env.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { log } from "../../log.ts";
import { inLongTransaction } from "../../maintenance.ts";
import { isErasedSince, lockPerson } from "../../submissions/core/erasure-records.ts";
import { whereSentBy } from "../../submissions/core/sent-by.ts";
import { findOwnMessageId, type OwnMail } from "../message-ids.ts";
import { cutToHead, parseHead, parseMessage, type ReadMessage } from "./parse-message.ts";
import type { ParsedMessage } from "./parsed-message.ts";
import { recordInbound } from "./record-inbound.ts";
import {
  dropOldestFiles,
  dropOldestTexts,
  dropOldestUnmatched,
  lockUnmatchedMails,
  textBytesMax,
} from "./unmatched.ts";

/** Received mails are recognized for longer than providers retry a delivery, and than `firstDays` of a new mailbox. */
const receivedDays = 30;

/**
 * - `message`, `auto_reply`, `bounce`: stored with its submission
 * - `held`: stored until an operator assigns or discards it
 * - `unreadable`: only its header is stored
 * - `too_slow`: only its header is stored; a later delivery may be read whole
 * - `head_too_slow`: not stored, because there was no time to read even its header
 * - `duplicate`: already stored
 * - `own`: our own mail in our own mailbox; not stored
 * - `erased`: not stored, because it arrived before its sender was erased or returns a mail of a deleted submission
 */
export type InboundOutcome =
  | InboundType
  | "held"
  | "unreadable"
  | "too_slow"
  | "head_too_slow"
  | "duplicate"
  | "own"
  | "erased";

/** `arrivedAt`: when the mail arrived in the mailbox. It may be read much later, and again after a database restore. */
type Arrival = { now: Date; arrivedAt?: Date };

/** @throws AppError `invalid_input` when the input is not a mail or its header exceeds the limits */
export async function receiveMail(raw: Uint8Array, arrival: Arrival): Promise<InboundOutcome> {
  return storeMessage(await parseMessage(raw, env().INBOUND_MAIL_SERVER), arrival);
}

/** Does the same as `receiveMail` for the header of a mail larger than `messageBytesMax`. */
export async function receiveHead(head: Uint8Array, arrival: Arrival): Promise<InboundOutcome> {
  return storeMessage(await parseHead(head, env().INBOUND_MAIL_SERVER), arrival);
}

export async function storeMessage(
  mail: ReadMessage | null,
  { now, arrivedAt = now }: Arrival,
): Promise<InboundOutcome> {
  if (!mail) return "head_too_slow";
  if (mail.messageId !== null && findOwnMessageId(mail.messageId)) return "own";
  return inLongTransaction(async (tx) => {
    await lockPerson(tx, mail.fromAddress);
    const isErased = await isErasedSince(tx, mail.fromAddress, arrivedAt);
    const found = isErased ? null : await lockSubmission(tx, await findSubmissionOfMail(tx, mail));
    if (!found) {
      await recordReceivedDigest(tx, mail.digest, now);
      return "erased";
    }
    const isWhole = mail.isReadable && (await hasRoomForText(tx, found, mail));
    const place = isWhole ? found : toUnreadablePlace(found);
    if (place.heldReason !== null) await lockUnmatchedMails(tx);
    const id = await storeMail(tx, isWhole ? mail : cutToHead(mail), place, now);
    if (id === null) return (await hasStoredHead(tx, mail)) ? "unreadable" : "duplicate";
    if (place.heldReason !== null) {
      await dropOldestUnmatched(tx);
      await dropOldestFiles(tx);
      await dropOldestTexts(tx, mail.fromAddress);
      if (mail.isTooSlow) return "too_slow";
      return isWhole ? "held" : "unreadable";
    }
    await recordInbound(tx, place.submission, { id, type: mail.type, returned: place.returned }, now);
    return mail.type;
  });
}

type Place =
  | { submission: SubmissionRef; email: string; heldReason: null; returned: OwnMail | null }
  | { submission: null; heldReason: UnmatchedReason; suggestion: SubmissionRef | null };

/** Locks the submission before a mail about it is inserted, because two simultaneous mails would deadlock. */
async function lockSubmission(tx: Prisma.TransactionClient, place: Place | null): Promise<Place | null> {
  if (!place?.submission) return place;
  const { kind, id } = place.submission;
  const found = await tx.$executeRaw`SELECT FROM submissions WHERE kind = ${kind} AND id = ${id} FOR UPDATE`;
  if (found) return place;
  return place.returned ? null : toUnmatchedPlace("unknown", null);
}

const toUnmatchedPlace = (heldReason: UnmatchedReason, suggestion: SubmissionRef | null): Place => ({
  submission: null,
  heldReason,
  suggestion,
});

/** Marks a mail as unreadable. It would otherwise look empty, and no operator would open it in the mailbox. */
const toUnreadablePlace = (place: Place): Place =>
  toUnmatchedPlace("unreadable", place.submission === null ? place.suggestion : place.submission);

type KnownSubmission = SubmissionRef & { email: string; repeatOf: number | null };

/**
 * Finds the submission by our Message-ID, which only the recipient knows, or by a reference in the subject. Trusts both
 * only in mails from the person's own address, because everything in a mail can be forged and a reference guessed.
 */
async function findSubmissionOfMail(tx: Prisma.TransactionClient, mail: ParsedMessage): Promise<Place | null> {
  // A person's message may also contain a delivery report part. Such a message is not treated as a report.
  if (mail.type === "bounce" || (mail.isReport && mail.type === "auto_reply")) return findSubmissionOfReport(tx, mail);
  const answered = findOwnMessageId(mail.answered.join(" "));
  const named = answered ? [answered] : listSubjectReferences(mail.subject);
  const known = await findSubmissions(tx, named);
  const own = known.find(({ email }) => foldAddress(email) === foldAddress(mail.fromAddress));
  if (!own) {
    const [other] = known;
    return other
      ? toUnmatchedPlace("other_sender", toFirstSubmission(other))
      : toUnmatchedPlace("unknown", await findNewestSubmission(tx, mail.fromAddress));
  }
  if (isUnconfirmed(mail.authentication)) return toUnmatchedPlace("unauthenticated", toFirstSubmission(own));
  return { submission: toFirstSubmission(own), email: own.email, heldReason: null, returned: null };
}

/** Any server may send reports: only a Message-ID that we signed is proof. @returns null if its submission is erased */
async function findSubmissionOfReport(tx: Prisma.TransactionClient, mail: ParsedMessage): Promise<Place | null> {
  const report = [mail.returned, ...mail.answered, mail.text, mail.quoted].join("\n");
  // The headers of our reply name the acknowledgement, in In-Reply-To, before the reply's own Message-ID.
  const ownIds = report.match(/message-id:\s*<[^<>\s]+>/gi) ?? [];
  const returned = findOwnMessageId([...ownIds, report].join("\n"));
  if (returned) {
    const [known] = await findSubmissions(tx, [returned]);
    return known ? { submission: toFirstSubmission(known), email: known.email, heldReason: null, returned } : null;
  }
  const [named] = await findSubmissions(tx, listSubjectReferences(mail.subject));
  return toUnmatchedPlace("unknown", named ? toFirstSubmission(named) : null);
}

const isUnconfirmed = (authentication: Authentication) =>
  env().INBOUND_MAIL_SERVER !== undefined && authentication !== "pass";

/** Maps a repeated submission to the first one, because mails to a repeat belong to the first submission. */
const toFirstSubmission = ({ kind, id, repeatOf }: KnownSubmission): SubmissionRef => ({ kind, id: repeatOf ?? id });

async function findSubmissions(tx: Prisma.TransactionClient, refs: SubmissionRef[]): Promise<KnownSubmission[]> {
  if (!refs.length) return [];
  const where = { OR: refs.map(({ kind, id }) => ({ kind, id })) };
  const rows = await tx.submission.findMany({ select: { kind: true, id: true, email: true, repeatOf: true }, where });
  return rows.map((row) => ({ ...row, kind: row.kind === "inquiry" ? "inquiry" : "evaluation" }));
}

async function findNewestSubmission(tx: Prisma.TransactionClient, email: string): Promise<SubmissionRef | null> {
  if (email === "") return null;
  const [newest] = await tx.$queryRaw<SubmissionRef[]>`
    SELECT kind, id FROM submissions WHERE ${whereSentBy(email)} AND repeat_of IS NULL ORDER BY created_at DESC LIMIT 1`;
  return newest ?? null;
}

/** The unique digest serializes two simultaneous deliveries. */
async function storeMail(
  tx: Prisma.TransactionClient,
  mail: ReadMessage,
  place: Place,
  now: Date,
): Promise<bigint | null> {
  if (!(await recordReceivedDigest(tx, mail.digest, now)) && !(await deleteStoredHead(tx, mail))) return null;
  const suggestion = place.heldReason === null ? null : place.suggestion;
  const [stored] = await tx.$queryRaw<{ id: bigint }[]>`
    INSERT INTO inbound_mails (received_at, digest, type, kind, submission_id, held_reason, suggested_kind, suggested_id,
      message_id, from_address, from_name, subject, text, quoted, authentication)
    VALUES (${now}, ${mail.digest}, ${mail.type}, ${place.submission?.kind ?? null}, ${place.submission?.id ?? null}::int,
      ${place.heldReason}, ${suggestion?.kind ?? null}, ${suggestion?.id ?? null}::int, ${mail.messageId},
      ${mail.fromAddress}, ${mail.fromName}, ${mail.subject}, ${mail.text}, ${mail.quoted}, ${mail.authentication})
    ON CONFLICT (digest) DO NOTHING RETURNING id`;
  if (!stored) return null;
  const isKept = place.submission ? await hasRoomForFiles(tx, place.submission, mail.files) : suggestion !== null;
  const files = mail.files.map(({ content, ...file }) => ({
    ...file,
    isKept,
    content: isKept ? Uint8Array.from(content) : new Uint8Array(),
    mailId: stored.id,
  }));
  if (files.length) await tx.inboundAttachment.createMany({ data: files });
  return stored.id;
}

const whereHead = ({ digest }: ReadMessage) => ({ digest, heldReason: "unreadable" satisfies UnmatchedReason });

const hasStoredHead = async (tx: Prisma.TransactionClient, mail: ReadMessage) =>
  (await tx.inboundMail.count({ where: whereHead(mail) })) > 0;

/** Returns false if an operator has attached or discarded the header. */
async function deleteStoredHead(tx: Prisma.TransactionClient, mail: ReadMessage): Promise<boolean> {
  return mail.isReadable && (await tx.inboundMail.deleteMany({ where: whereHead(mail) })).count > 0;
}

/** Counts only mails that belong to submissions: unmatched mails may be forged and must not use up the limit. */
async function hasRoomForText(tx: Prisma.TransactionClient, place: Place, mail: ParsedMessage): Promise<boolean> {
  if (!place.submission) return true;
  const [kept] = await tx.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(octet_length(mail.text) + octet_length(quoted)), 0)::float AS bytes
    FROM submissions AS submission JOIN inbound_mails AS mail ON mail.kind = submission.kind AND submission_id = submission.id
    WHERE ${whereSentBy(place.email)}`;
  if ((kept?.bytes ?? 0) + Buffer.byteLength(mail.text) + Buffer.byteLength(mail.quoted) <= textBytesMax) return true;
  log().warn("a person's mails reached the text limit: only the header of the next one is held");
  return false;
}

/** Limit for one submission, because nobody's files may fill the database. Further files remain in the mailbox. */
const fileBytesMax = 250 * 1024 * 1024;

/** Files of unmatched mails do not count here, because they have their own limit. */
async function hasRoomForFiles(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  files: ParsedMessage["files"],
): Promise<boolean> {
  if (!files.length) return true;
  const [kept] = await tx.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(octet_length(content)), 0)::float AS bytes
    FROM inbound_attachments JOIN inbound_mails AS mails ON mails.id = mail_id
    WHERE mails.kind = ${kind} AND mails.submission_id = ${id}`;
  const bytes = files.reduce((sum, { content }) => sum + content.byteLength, kept?.bytes ?? 0);
  return bytes <= fileBytesMax;
}

/** Keeps the mail from being stored again. @returns false if the mail was received before */
async function recordReceivedDigest(tx: Prisma.TransactionClient, digest: string, now: Date): Promise<boolean> {
  const hash = hashForPurpose("received mails", digest);
  const inserted = await tx.$executeRaw`
    INSERT INTO received_mails (hash, at) VALUES (${hash}, ${now}) ON CONFLICT DO NOTHING`;
  return inserted === 1;
}

export async function purgeReceivedDigests({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - receivedDays * dayMilliseconds);
  await inLongTransaction((tx) => tx.receivedMail.deleteMany({ where: { at: { lt: before } } }));
}
