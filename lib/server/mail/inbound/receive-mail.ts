import "server-only";
import { createHmac } from "node:crypto";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { listSubjectReferences } from "../../../domain/mail/inbound/references.ts";
import { foldAddress } from "../../../domain/mail-address.ts";
import type { Authentication, HeldReason, InboundType } from "../../../domain/submissions/core/inbound.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { deriveKey } from "../../derived-keys.ts";
import { env } from "../../env.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { log } from "../../log.ts";
import { inLongTransaction } from "../../maintenance.ts";
import { isErasedSince, lockPerson } from "../../submissions/core/erased-persons.ts";
import { isSentBy } from "../../submissions/core/sent-by.ts";
import { findOwnMessageId, type OwnMail } from "../message-ids.ts";
import { dropOldestFiles, dropOldestHeld, dropOldestTexts, lockHeld, textBytesMax } from "./held.ts";
import { cutToHead, parseHead, parseMessage, type ReadMessage } from "./parse-message.ts";
import type { ParsedMessage } from "./parsed-message.ts";
import { recordInbound } from "./record-inbound.ts";

/** Longer than a mailbox that was made anew is read back, and than a provider delivers again. */
const receivedDays = 30;

/**
 * - `message`, `auto_reply`, `bounce`: stored with its submission
 * - `held`: stored for an operator to decide
 * - `unreadable`: its head is held, and nothing else stored
 * - `too_slow`: its head is held; a later delivery may be read whole
 * - `head_too_slow`: as `too_slow`, and not stored
 * - `duplicate`: stored before
 * - `own`: a mail of ours that came back to our own mailbox; not stored
 * - `erased`: came before its sender was erased, or sends back a mail of ours whose submission is gone; not stored
 */
export type Received =
  | InboundType
  | "held"
  | "unreadable"
  | "too_slow"
  | "head_too_slow"
  | "duplicate"
  | "own"
  | "erased";

/** `arrivedAt`: in the mailbox, which may be read long after, and again after a restore. */
type Arrival = { now: Date; arrivedAt?: Date };

/**
 * Stores a mail as it came over the wire, once, however often it is delivered.
 * @throws AppError `invalid_input` for what is no mail, or has a head made to break programs; `unavailable`
 */
export async function receiveMail(raw: Uint8Array, arrival: Arrival): Promise<Received> {
  return storeMessage(await parseMessage(raw, env().INBOUND_MAIL_SERVER), arrival);
}

/** As `receiveMail`, for a mail of more than `messageBytesMax`. */
export async function receiveHead(head: Uint8Array, arrival: Arrival): Promise<Received> {
  return storeMessage(await parseHead(head, env().INBOUND_MAIL_SERVER), arrival);
}

/** The second half of `receiveMail`. @throws AppError `unavailable` */
export async function storeMessage(mail: ReadMessage | null, { now, arrivedAt = now }: Arrival): Promise<Received> {
  if (!mail) return "head_too_slow";
  if (mail.messageId !== null && findOwnMessageId(mail.messageId)) return "own";
  return inLongTransaction(async (tx) => {
    await lockPerson(tx, mail.fromAddress);
    const isErased = await isErasedSince(tx, mail.fromAddress, arrivedAt);
    const found = isErased ? null : await lockPlace(tx, await findPlace(tx, mail));
    if (!found) {
      await noteReceived(tx, mail.digest, now);
      return "erased";
    }
    const isWhole = mail.isReadable && (await hasRoomForText(tx, found, mail));
    const place = isWhole ? found : holdUnreadable(found);
    if (place.heldReason !== null) await lockHeld(tx);
    const id = await storeMail(tx, isWhole ? mail : cutToHead(mail), place, now);
    if (id === null) return (await hasHeldHead(tx, mail)) ? "unreadable" : "duplicate";
    if (place.heldReason !== null) {
      await dropOldestHeld(tx);
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
  | { submission: null; heldReason: HeldReason; suggestion: SubmissionRef | null };

/** Locks the submission before the mail refers to it: two messages at once would otherwise wait for each other. */
async function lockPlace(tx: Prisma.TransactionClient, place: Place | null): Promise<Place | null> {
  if (!place?.submission) return place;
  const { kind, id } = place.submission;
  const found = await tx.$executeRaw`SELECT FROM submissions WHERE kind = ${kind} AND id = ${id} FOR UPDATE`;
  if (found) return place;
  return place.returned ? null : hold("unknown", null);
}

const hold = (heldReason: HeldReason, suggestion: SubmissionRef | null): Place => ({
  submission: null,
  heldReason,
  suggestion,
});

/** An operator has to look into the mailbox: on the timeline it would seem to say nothing. */
const holdUnreadable = (place: Place): Place =>
  hold("unreadable", place.submission === null ? place.suggestion : place.submission);

type Known = SubmissionRef & { email: string; repeatOf: number | null };

/**
 * By a Message-ID of ours, which only its reader knows, or by a reference in the subject. Either counts from the
 * person's own address alone: everything in a mail can be forged, and a reference guessed.
 */
async function findPlace(tx: Prisma.TransactionClient, mail: ParsedMessage): Promise<Place | null> {
  // A person's message may have such a part as well, and is then no report.
  if (mail.type === "bounce" || (mail.isReport && mail.type === "auto_reply")) return findReturned(tx, mail);
  const answered = findOwnMessageId(mail.answered.join(" "));
  const named = answered ? [answered] : listSubjectReferences(mail.subject);
  const known = await findKnown(tx, named);
  const own = known.find(({ email }) => foldAddress(email) === foldAddress(mail.fromAddress));
  if (!own) {
    const [other] = known;
    return other ? hold("other_sender", toFirst(other)) : hold("unknown", await findNewest(tx, mail.fromAddress));
  }
  if (isUnconfirmed(mail.authentication)) return hold("unauthenticated", toFirst(own));
  return { submission: toFirst(own), email: own.email, heldReason: null, returned: null };
}

/**
 * A report comes from any server: the Message-ID of the mail that came back is its proof.
 * @returns null when the submission is gone: the report may name a person who was erased
 */
async function findReturned(tx: Prisma.TransactionClient, mail: ParsedMessage): Promise<Place | null> {
  const returned = findOwnMessageId([mail.returned, ...mail.answered, mail.text, mail.quoted].join("\n"));
  if (returned) {
    const [known] = await findKnown(tx, [returned]);
    return known ? { submission: toFirst(known), email: known.email, heldReason: null, returned } : null;
  }
  const [named] = await findKnown(tx, listSubjectReferences(mail.subject));
  return hold("unknown", named ? toFirst(named) : null);
}

const isUnconfirmed = (authentication: Authentication) =>
  env().INBOUND_MAIL_SERVER !== undefined && authentication !== "pass";

/** What is done about a repeat belongs to the first one. */
const toFirst = ({ kind, id, repeatOf }: Known): SubmissionRef => ({ kind, id: repeatOf ?? id });

async function findKnown(tx: Prisma.TransactionClient, refs: SubmissionRef[]): Promise<Known[]> {
  if (!refs.length) return [];
  const where = { OR: refs.map(({ kind, id }) => ({ kind, id })) };
  const rows = await tx.submission.findMany({ select: { kind: true, id: true, email: true, repeatOf: true }, where });
  return rows.map((row) => ({ ...row, kind: row.kind === "inquiry" ? "inquiry" : "evaluation" }));
}

/** For an operator to consider: the newest submission of the sender. */
async function findNewest(tx: Prisma.TransactionClient, email: string): Promise<SubmissionRef | null> {
  if (email === "") return null;
  const [newest] = await tx.$queryRaw<SubmissionRef[]>`
    SELECT kind, id FROM submissions WHERE ${isSentBy(email)} AND repeat_of IS NULL ORDER BY created_at DESC LIMIT 1`;
  return newest ?? null;
}

/** Null when it is stored already. Two deliveries at once wait for each other at the unique digest. */
async function storeMail(
  tx: Prisma.TransactionClient,
  mail: ReadMessage,
  place: Place,
  now: Date,
): Promise<bigint | null> {
  if (!(await noteReceived(tx, mail.digest, now)) && !(await dropHeldHead(tx, mail))) return null;
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

const whereHeldHead = ({ digest }: ReadMessage) => ({ digest, heldReason: "unreadable" satisfies HeldReason });

const hasHeldHead = async (tx: Prisma.TransactionClient, mail: ReadMessage) =>
  (await tx.inboundMail.count({ where: whereHeldHead(mail) })) > 0;

/**
 * The whole mail takes the place of its head.
 * @returns false without one, which an operator may have attached or discarded
 */
async function dropHeldHead(tx: Prisma.TransactionClient, mail: ReadMessage): Promise<boolean> {
  return mail.isReadable && (await tx.inboundMail.deleteMany({ where: whereHeldHead(mail) })).count > 0;
}

/**
 * Counts mails with the person's submissions. Held ones may be forged: they must not keep a mail of the person away.
 */
async function hasRoomForText(tx: Prisma.TransactionClient, place: Place, mail: ParsedMessage): Promise<boolean> {
  if (!place.submission) return true;
  const [kept] = await tx.$queryRaw<{ bytes: number }[]>`
    SELECT coalesce(sum(octet_length(mail.text) + octet_length(quoted)), 0)::float AS bytes
    FROM submissions AS submission JOIN inbound_mails AS mail ON mail.kind = submission.kind AND submission_id = submission.id
    WHERE ${isSentBy(place.email)}`;
  if ((kept?.bytes ?? 0) + Buffer.byteLength(mail.text) + Buffer.byteLength(mail.quoted) <= textBytesMax) return true;
  log().warn("the mails of a person have too much text: the head of another one is held");
  return false;
}

/**
 * Anybody can send files: they must not fill the database. What has no room is in the mailbox, or the provider has it.
 */
const fileBytesMax = 250 * 1024 * 1024;

/** Of files of held mails, the oldest make room. */
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

/**
 * Outlasts the mail: what was erased or discarded is not stored again, by IMAP or from a provider.
 * @returns false when it came before
 */
async function noteReceived(tx: Prisma.TransactionClient, digest: string, now: Date): Promise<boolean> {
  const hash = createHmac("sha256", deriveKey("received mails")).update(digest).digest("hex");
  const inserted = await tx.$executeRaw`
    INSERT INTO received_mails (hash, at) VALUES (${hash}, ${now}) ON CONFLICT DO NOTHING`;
  return inserted === 1;
}

/** @throws AppError `unavailable` */
export async function purgeReceived({ now }: { now: Date }): Promise<void> {
  const before = new Date(now.getTime() - receivedDays * dayMilliseconds);
  await inLongTransaction((tx) => tx.receivedMail.deleteMany({ where: { at: { lt: before } } }));
}
