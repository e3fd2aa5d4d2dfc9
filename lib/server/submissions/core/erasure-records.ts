import "server-only";
import { createHmac } from "node:crypto";
import { foldAddress } from "../../../domain/mail-address.ts";
import type { SubmissionKind } from "../../../domain/submissions/core/submission-ref.ts";
import { database, type RawTransaction } from "../../db.ts";
import { deriveKey } from "../../derived-keys.ts";
import { Prisma } from "../../generated/prisma/client.ts";

/**
 * SQL for the hash that identifies a submission in the records of erasures. Includes the time, because a number may be
 * reused after a restore.
 */
export const submissionHash = Prisma.sql`encode(sha256(convert_to(
  concat_ws(' ', kind, id, (extract(epoch FROM created_at) * 1000)::bigint), 'UTF8')), 'hex')`;

/** Hash that identifies a submission key in the records of erasures. */
export const hashSubmissionKey = (kind: SubmissionKind, key: string): string =>
  createHmac("sha256", deriveKey("erasures")).update(`submission key ${kind} ${key}`).digest("hex");

/**
 * Records the keys of these submissions, so that a retry with one of them does not store the person again after the
 * deletion.
 */
export async function recordErasedKeys(tx: RawTransaction, where: Prisma.Sql, at: Date): Promise<void> {
  const sent = await tx.$queryRaw<{ kind: SubmissionKind; key: string }[]>`
    SELECT kind, submission_key AS key FROM submissions WHERE ${where} AND submission_key IS NOT NULL`;
  await recordKeys(tx, sent, at);
}

type SentKey = { kind: SubmissionKind; key: string | null };

/** Stores each key once. Stores no key id, because these records cause no erasure after a restore. */
export async function recordKeys(tx: RawTransaction, sent: SentKey[], at: Date): Promise<void> {
  const hashes = sent.flatMap(({ kind, key }) => (key === null ? [] : [hashSubmissionKey(kind, key)]));
  await tx.$executeRaw`
    INSERT INTO erasures (hash, at) SELECT hash, ${at}::timestamptz FROM unnest(${hashes}::text[]) AS hash
    WHERE NOT EXISTS (SELECT FROM erasures WHERE erasures.hash = hash.hash) ON CONFLICT DO NOTHING`;
}

/**
 * Prevents any submission from being stored under this key, because its person declined.
 * @throws AppError `unavailable`
 */
export async function takeSubmissionKey(key: string, { now }: { now: Date }): Promise<void> {
  const keys = (["evaluation", "inquiry"] as const).map((kind) => ({ kind, key }));
  await database((db) => recordKeys(db, keys, now), "intake");
}

/** Records submissions and their keys as erased. Call it in the transaction that withdraws them. */
export async function recordErasedSubmissions(tx: RawTransaction, where: Prisma.Sql, at: Date): Promise<void> {
  await recordErasedKeys(tx, where, at);
  await tx.$executeRaw`
    INSERT INTO erasures (hash, at) SELECT ${submissionHash}, ${at}::timestamptz FROM submissions WHERE ${where}
    ON CONFLICT DO NOTHING`;
}

/** Hash that identifies a person in the records of erasures. */
export const hashAddress = (email: string): string =>
  createHmac("sha256", deriveKey("erasures")).update(foldAddress(email)).digest("hex");

/**
 * Serializes the storing of a person's mail with the person's erasure. A mail stored before is erased; a later one
 * finds the erasure recorded. Call it before locking rows.
 */
export async function lockPerson(tx: RawTransaction, email: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`person ${hashAddress(email)}`}, 0))::text`;
}

/** Returns whether this person was erased after that time. Knows only erasures under the current AUTH_SECRET. */
export async function isErasedSince(tx: RawTransaction, email: string, at: Date): Promise<boolean> {
  const found =
    await tx.$executeRaw`SELECT FROM erasures WHERE hash = ${hashAddress(email)} AND at > ${at}::timestamptz`;
  return found > 0;
}
