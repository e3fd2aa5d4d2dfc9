import "server-only";
import { AppError } from "../../../domain/errors.ts";
import { foldAddress } from "../../../domain/mail-address.ts";
import type { SubmissionKind, SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { database, type RawTransaction } from "../../db.ts";
import { hashForPurpose } from "../../derived-keys.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { recordWebhookEvents } from "../../queue/webhooks.ts";

/** Includes the time, because another submission may get the same number after a restore. */
export const submissionHash = Prisma.sql`encode(sha256(convert_to(
  concat_ws(' ', kind, id, (extract(epoch FROM created_at) * 1000)::bigint), 'UTF8')), 'hex')`;

export const hashSubmissionKey = (kind: SubmissionKind, key: string) =>
  hashForPurpose("erasures", `submission key ${kind} ${key}`);

/** Keeps a retry with the key of one of these submissions from storing the person again. */
export async function blockKeysOfSubmissions(tx: RawTransaction, where: Prisma.Sql, at: Date): Promise<void> {
  const sent = await tx.$queryRaw<{ kind: SubmissionKind; key: string }[]>`
    SELECT kind, submission_key AS key FROM submissions WHERE ${where} AND submission_key IS NOT NULL`;
  await blockSubmissionKeys(tx, sent, at);
}

export type SentKey = { kind: SubmissionKind; key: string | null };

/** Records each submission key once, without a `keyId`, because these records erase nothing after a restore. */
export async function blockSubmissionKeys(tx: RawTransaction, sent: SentKey[], at: Date): Promise<void> {
  const hashes = sent.flatMap(({ kind, key }) => (key === null ? [] : [hashSubmissionKey(kind, key)]));
  await tx.$executeRaw`
    INSERT INTO erasures (hash, at) SELECT hash, ${at}::timestamptz FROM unnest(${hashes}::text[]) AS hash
    WHERE NOT EXISTS (SELECT FROM erasures WHERE erasures.hash = hash.hash) ON CONFLICT DO NOTHING`;
}

/** Records the submission key of a person who declined, so that nothing is stored under this key. */
export async function blockDeclinedKey(key: string, { now }: { now: Date }): Promise<void> {
  const keys = (["evaluation", "inquiry"] as const).map((kind) => ({ kind, key }));
  await database((db) => blockSubmissionKeys(db, keys, now), "intake");
}

/** @throws AppError `conflict` if the person declined or was erased */
export async function requireUnblockedKey(key: string | undefined): Promise<void> {
  if (key === undefined) return;
  const hash = hashSubmissionKey("evaluation", key);
  const taken = await database((db) => db.erasure.findFirst({ select: { at: true }, where: { hash } }), "intake");
  if (taken)
    throw new AppError(
      "conflict",
      "Nothing can be stored under this key. Do not ask the person again unless they request it.",
    );
}

/** Call this in the transaction that withdraws the submissions. */
export async function recordErasedSubmissions(tx: RawTransaction, where: Prisma.Sql, at: Date): Promise<void> {
  await blockKeysOfSubmissions(tx, where, at);
  await tx.$executeRaw`
    INSERT INTO erasures (hash, at) SELECT ${submissionHash}, ${at}::timestamptz FROM submissions WHERE ${where}
    ON CONFLICT DO NOTHING`;
}

export type ErasedSubmission = SubmissionRef & {
  email: string;
  route: string | null;
  language: string;
  channel: string;
};
export const erasedColumns = Prisma.sql`kind, id, email, route, language, channel`;

/** Call this in the transaction that deletes the submissions. */
export function recordErasedEvents(tx: RawTransaction, erased: ErasedSubmission[]): Promise<void> {
  const at = new Date();
  const events = erased.map(({ kind, id, route, language, channel }) => {
    return { type: "submission.erased", at, kind, id, route, language, channel } as const;
  });
  return recordWebhookEvents(tx, events);
}

export const hashAddress = (email: string) => hashForPurpose("erasures", foldAddress(email));

/**
 * Makes an erasure and the arrival of the person's mail run one after the other. Either the erasure deletes the mail,
 * or the erasure is already recorded when the mail arrives. Call this before locking rows.
 */
export async function lockPerson(tx: RawTransaction, email: string): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`person ${hashAddress(email)}`}, 0))::text`;
}

/** Finds only erasures that were recorded with the current AUTH_SECRET. */
export async function isErasedSince(tx: RawTransaction, email: string, at: Date): Promise<boolean> {
  const found =
    await tx.$executeRaw`SELECT FROM erasures WHERE hash = ${hashAddress(email)} AND at > ${at}::timestamptz`;
  return found > 0;
}
