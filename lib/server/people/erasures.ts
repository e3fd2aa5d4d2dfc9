import "server-only";
import { foldAddress } from "../../domain/mail-address.ts";
import { countByKind, type PersonCounts } from "../../domain/people/person.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import type { RawTransaction } from "../db.ts";
import { findErasureKeyId } from "../derived-keys.ts";
import { env } from "../env.ts";
import { hashAddress } from "../submissions/core/erased-persons.ts";
import { recordKeys, submissionHash } from "../submissions/core/erased-submissions.ts";
import { isMailFrom, isSentBy } from "../submissions/core/sent-by.ts";
import { eraseBlocked, hashBlocked, listBlockedAddresses } from "../submissions/spam/block-list.ts";
import { eraseMentions, listMentionedAddresses } from "./mentions.ts";

/** `keyId` identifies the key of a person's hash. It is null for a submission or a submission key. */
export type RecordedErasure = { hash: string; at: Date; keyId: string | null };

/**
 * Records the erased address, and its mailbox for the entry on the block list. Call it at the end of the erasure's
 * transaction, because mails that arrived before the recorded time are not stored.
 */
export async function recordErasedPerson(tx: RawTransaction, email: string): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO erasures (hash, at, key_id)
    SELECT hash, clock_timestamp(), ${findErasureKeyId()} FROM unnest(${[hashAddress(email), hashBlocked(email)]}::text[]) AS hash
    ON CONFLICT DO NOTHING`;
}

/**
 * Deletes records that no backup needs any more. An older backup would hold only data that is purged after
 * RETENTION_DAYS anyway.
 */
export async function purgeErasures(tx: RawTransaction, { now }: { now: Date }): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM erasures WHERE at < ${now}::timestamptz - ${env().RETENTION_DAYS}::int * interval '1 day'`;
}

/**
 * Deletes all of a person's submissions and mails, and the address wherever others mention it, including the block
 * list.
 */
export async function eraseAddress(tx: RawTransaction, email: string): Promise<PersonCounts> {
  const sent = await eraseSent(tx, email);
  const blocked = await eraseBlocked(tx, email);
  return { ...sent, mentions: blocked + (await eraseInbound(tx, email)) + (await eraseMentions(tx, email)) };
}

/** Erases this sender's mails that match no submission or belong to another person's submission. @returns number of mails */
async function eraseInbound(tx: RawTransaction, email: string): Promise<number> {
  const isFrom = isMailFrom(email);
  await tx.$executeRaw`
    DELETE FROM submission_events USING inbound_mails
    WHERE ${isFrom} AND submission_events.kind = inbound_mails.kind
      AND submission_events.submission_id = inbound_mails.submission_id AND submission_events.type = 'inbound'
      AND details ->> 'inbound' = inbound_mails.id::text`;
  return tx.$executeRaw`DELETE FROM inbound_mails WHERE ${isFrom}`;
}

/**
 * Erases a person's submissions. Waits for concurrent changes that have locked one: their events are erased too. Later
 * changes find no submission.
 */
async function eraseSent(tx: RawTransaction, email: string) {
  const erased = await tx.$queryRaw<(SubmissionRef & { key: string | null })[]>`
    DELETE FROM submissions WHERE ${isSentBy(email)} RETURNING kind, id, submission_key AS key`;
  await recordKeys(tx, erased, new Date());
  return countByKind(erased);
}

export type RepeatedErasures = { counts: PersonCounts; addresses: string[] };

/**
 * Repeats the recorded erasures for every person and submission in the database. Skips records of persons under another
 * key.
 * @returns counts, and the persons' addresses, for erasing files that mention them
 */
export async function repeatErasures(tx: RawTransaction, records: RecordedErasure[]): Promise<RepeatedErasures> {
  const keyId = findErasureKeyId();
  const persons = new Set(
    records.filter((each) => each.keyId !== null && each.keyId === keyId).map(({ hash }) => hash),
  );
  const submissions = records.filter((each) => each.keyId === null).map(({ hash }) => hash);
  const counts: PersonCounts = { ...(await eraseSubmissions(tx, submissions)), mentions: 0 };
  if (!persons.size) return { counts, addresses: [] };
  const sent = await tx.$queryRaw<{ email: string }[]>`
    SELECT email FROM submissions UNION SELECT from_address FROM inbound_mails`;
  const blocked = await listBlockedAddresses(tx);
  const sentBy = sent.map(({ email }) => email);
  const found = new Set([...blocked, ...sentBy, ...(await listMentionedAddresses(tx))].map(foldAddress));
  const addresses = [...found].filter((address) => persons.has(hashAddress(address)));
  for (const address of addresses) {
    const erased = await eraseAddress(tx, address);
    for (const what of ["evaluations", "inquiries", "mentions"] as const) counts[what] += erased[what];
  }
  for (const address of blocked.filter((each) => persons.has(hashBlocked(each)))) {
    counts.mentions += await eraseBlocked(tx, address);
  }
  return { counts, addresses };
}

async function eraseSubmissions(tx: RawTransaction, hashes: string[]) {
  const erased = await tx.$queryRaw<SubmissionRef[]>`
    DELETE FROM submissions WHERE ${submissionHash} = ANY (${hashes}::text[]) RETURNING kind, id`;
  return countByKind(erased);
}
