import "server-only";
import type { AdminContext } from "../../domain/access/operator.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { AppError } from "../../domain/errors.ts";
import { foldAddress } from "../../domain/mail-address.ts";
import { countByKind, type PersonCounts } from "../../domain/people/person.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { recordAudit } from "../audit.ts";
import { eraseUnmatchedBookings } from "../bookings/unmatched-bookings.ts";
import { endSubscriptionsAgain } from "../catalog/subscribers.ts";
import type { RawTransaction } from "../db.ts";
import { findErasureKeyId } from "../derived-keys.ts";
import { env } from "../env.ts";
import { deleteUnmatchedMails } from "../mail/inbound/unmatched.ts";
import { deleteMailFiles, mentionsAddress } from "../mail/mail-files.ts";
import { inLongTransaction, lockMaintenance, refreshStatistics } from "../maintenance.ts";
import {
  blockKeysOfSubmissions,
  blockSubmissionKeys,
  type ErasedSubmission,
  erasedColumns,
  hashAddress,
  lockPerson,
  recordErasedEvents,
  submissionHash,
} from "../submissions/core/erasure-records.ts";
import { storeLastMessage } from "../submissions/core/events.ts";
import { whereMailFrom, whereSentBy } from "../submissions/core/sent-by.ts";
import { eraseBlockedAddress, hashBlocked, listBlockedAddresses } from "../submissions/spam/block-list.ts";
import { createNoPersonError } from "./get-person.ts";
import { eraseMentions, listMentionedAddresses } from "./mentions.ts";

/** `keyId` identifies the key used to hash a person's address. Null for a submission, its key or a subscription. */
export type RecordedErasure = { hash: string; at: Date; keyId: string | null };

/** Call this at the end of the transaction: mails that arrived before the recorded time are not stored. */
async function recordErasedPerson(tx: RawTransaction, email: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO erasures (hash, at, key_id)
    SELECT hash, clock_timestamp(), ${findErasureKeyId()} FROM unnest(${[hashAddress(email), hashBlocked(email)]}::text[]) AS hash
    ON CONFLICT DO NOTHING`;
}

/** Deletes records older than RETENTION_DAYS. A backup from before them would hold only data that is purged anyway. */
export async function purgeErasures({ now }: { now: Date }): Promise<void> {
  const at = { lt: new Date(now.getTime() - env().RETENTION_DAYS * dayMilliseconds) };
  await inLongTransaction((tx) => tx.erasure.deleteMany({ where: { at } }));
}

async function eraseAddress(tx: RawTransaction, email: string): Promise<PersonCounts> {
  const erased = await eraseSentSubmissions(tx, email);
  const subscriptions = await tx.$executeRaw`DELETE FROM subscribers WHERE ${whereSentBy(email)}`;
  const others = (await eraseBlockedAddress(tx, email)) + (await eraseUnmatchedBookings(tx, email)) + subscriptions;
  const mails = (await eraseInbound(tx, email)) + (await deleteUnmatchedMails(tx, erased));
  return { ...countByKind(erased), mentions: others + mails + (await eraseMentions(tx, email)) };
}

/** Covers unmatched mails and those in other people's submissions. @returns number of mails */
async function eraseInbound(tx: RawTransaction, email: string): Promise<number> {
  const isFrom = whereMailFrom(email);
  const changed = await tx.$queryRaw<SubmissionRef[]>`
    DELETE FROM submission_events USING inbound_mails
    WHERE ${isFrom} AND submission_events.kind = inbound_mails.kind
      AND submission_events.submission_id = inbound_mails.submission_id AND submission_events.type = 'inbound'
      AND details ->> 'inbound' = inbound_mails.id::text
    RETURNING submission_events.kind, submission_events.submission_id AS id`;
  for (const ref of changed) await storeLastMessage(tx, ref);
  return tx.$executeRaw`DELETE FROM inbound_mails WHERE ${isFrom}`;
}

/** Waits for transactions that have locked a submission, so that their events are erased too. */
async function eraseSentSubmissions(tx: RawTransaction, email: string): Promise<ErasedSubmission[]> {
  const erased = await tx.$queryRaw<(ErasedSubmission & { key: string | null })[]>`
    DELETE FROM submissions WHERE ${whereSentBy(email)} RETURNING ${erasedColumns}, submission_key AS key`;
  await recordErasedEvents(tx, erased);
  await blockSubmissionKeys(tx, erased, new Date());
  return erased;
}

export type RepeatedErasures = { counts: PersonCounts; addresses: string[] };

/**
 * Erases again after a restore. Skips people whose hash was made with another key.
 * @returns counts, and the erased addresses, so that the caller can also delete the mail files that mention them
 */
export async function repeatErasures(tx: RawTransaction, records: RecordedErasure[]): Promise<RepeatedErasures> {
  const keyId = findErasureKeyId();
  const persons = new Set(
    records.filter((each) => each.keyId !== null && each.keyId === keyId).map(({ hash }) => hash),
  );
  const submissions = records.filter((each) => each.keyId === null).map(({ hash }) => hash);
  await endSubscriptionsAgain(tx, submissions);
  const counts: PersonCounts = { ...(await eraseSubmissions(tx, submissions)), mentions: 0 };
  if (!persons.size) return { counts, addresses: [] };
  const sent = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM submissions UNION SELECT from_address FROM inbound_mails
    UNION SELECT email FROM unmatched_bookings WHERE email IS NOT NULL UNION SELECT email FROM subscribers`;
  const blocked = await listBlockedAddresses(tx);
  const sentBy = sent.map(({ email }) => email);
  const found = new Set([...blocked, ...sentBy, ...(await listMentionedAddresses(tx))].map(foldAddress));
  const addresses = [...found].filter((address) => persons.has(hashAddress(address)));
  for (const address of addresses) {
    const erased = await eraseAddress(tx, address);
    for (const what of ["evaluations", "inquiries", "mentions"] as const) counts[what] += erased[what];
  }
  for (const address of blocked.filter((each) => persons.has(hashBlocked(each)))) {
    counts.mentions += await eraseBlockedAddress(tx, address);
  }
  return { counts, addresses };
}

async function eraseSubmissions(tx: RawTransaction, hashes: string[]) {
  const erased = await tx.$queryRaw<ErasedSubmission[]>`
    DELETE FROM submissions WHERE ${submissionHash} = ANY (${hashes}::text[]) RETURNING ${erasedColumns}`;
  await recordErasedEvents(tx, erased);
  await deleteUnmatchedMails(tx, erased);
  return countByKind(erased);
}

/**
 * Erases everything about a person, but changes neither operators' accounts nor the catalog. Ignores the case of the
 * address. The audit log records only counts and the date; the table `erasures` stores a keyed hash of the address.
 * @throws AppError `not_found` when nothing is stored
 */
export async function erasePerson({ email }: { email: string }, { admin, now }: AdminContext): Promise<PersonCounts> {
  const deleteFiles = () => deleteMailFiles((content) => mentionsAddress(content, [email]));
  // Committed first: a retry that waits for the deletion must already see the keys, which the deletion records again.
  await inLongTransaction((tx) => blockKeysOfSubmissions(tx, whereSentBy(email), now));
  const counts = await inLongTransaction(async (tx) => {
    await lockMaintenance(tx);
    await lockPerson(tx, email);
    const erased = await eraseAddress(tx, email);
    if (!erased.evaluations && !erased.inquiries && !erased.mentions) throw createNoPersonError();
    await recordAudit(tx, { at: now, actor: admin, action: "person_erased", details: erased });
    await recordErasedPerson(tx, email);
    return erased;
  }).catch(async (error: unknown) => {
    // Deletes files left behind by an erasure that was interrupted after its commit.
    if (error instanceof AppError && error.kind === "not_found") await deleteFiles();
    throw error;
  });
  await deleteFiles();
  await refreshStatistics();
  return counts;
}
