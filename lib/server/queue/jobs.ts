import "server-only";
import type { JobInsert } from "pg-boss";
import { asObject } from "../../domain/json.ts";
import { type DeadMails, type MailJob, SubmissionMailJob } from "../../domain/mail/mail.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import type { RawTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { bossIn, mailQueue, mailQueueOptions, type Transaction } from "./queue.ts";

/** One attempt at a job. `retryCount` identifies it, so that an earlier attempt cannot settle a later one's job. */
export type TakenJob = { id: string; retryCount: number; data: unknown };

/** Without `startAfter`, seconds from now or a time, a mail is due at once. */
export type NewMail = Pick<JobInsert, "id" | "startAfter"> & { data: MailJob };

/** Queues mails in the transaction of the change that causes them. */
export async function queueMails(tx: Transaction, mails: NewMail[]): Promise<void> {
  if (mails.length) await bossIn(tx).insert(mailQueue, mails, { returnId: false });
}

/** @returns number of attempts that still held their job */
export async function deleteTaken(tx: Transaction, taken: TakenJob[]): Promise<number> {
  const attempts = taken.map(({ id, retryCount }) => ({ id, retryCount }));
  // The types of pg-boss do not describe this result.
  return Number(asObject(await bossIn(tx).deleteJob(mailQueue, attempts)).affected);
}

/**
 * Deletes all mails of these submissions, dead or alive. The caller must have deleted or locked their rows, so that no
 * worker queues new ones. SQL, because pg-boss deletes only by job id, and an erasure may meet thousands of jobs.
 */
export async function deleteJobs(tx: RawTransaction, refs: SubmissionRef[]): Promise<void> {
  const [kinds, ids] = [refs.map(({ kind }) => kind), refs.map(({ id }) => id)];
  await tx.$executeRaw`
    DELETE FROM pgboss.job
    WHERE name = ${mailQueue}
      AND (data ->> 'kind', (data ->> 'id')::int) IN (SELECT * FROM unnest(${kinds}::text[], ${ids}::int[]))`;
}

const isUntaken = ({ kind, id }: SubmissionRef, job: string) =>
  Prisma.sql`name = ${mailQueue} AND id = ${job}::uuid AND state = 'created' AND data ->> 'kind' = ${kind}
    AND (data ->> 'id')::int = ${id}`;

/**
 * Takes a mail of a submission back that no worker has begun to send. Either this or the worker gets the job. SQL, because
 * pg-boss deletes a job in any state.
 */
export async function deleteUntaken(
  tx: RawTransaction,
  ref: SubmissionRef,
  job: string,
): Promise<SubmissionMailJob | undefined> {
  const [deleted] = await tx.$queryRaw<{ data: unknown }[]>`
    DELETE FROM pgboss.job WHERE ${isUntaken(ref, job)} RETURNING data`;
  return deleted && SubmissionMailJob.parse(deleted.data);
}

/** Makes a mail due that no worker has begun to send, whatever has come in between. @returns whether there was one */
export async function hastenMail(tx: RawTransaction, ref: SubmissionRef, job: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE pgboss.job SET data = data - 'plan', start_after = now(), keep_until = now() + ${mailQueueOptions.retentionSeconds} * interval '1 second'
    WHERE ${isUntaken(ref, job)}`;
  return count === 1;
}

/** `isWaiting`: no worker has begun to send it, or it will be tried again. */
type QueuedMail = { mail: SubmissionMailJob["mail"]; isWaiting: boolean; queuedAt: Date };

/** The queued mails of submissions, dead ones included. In one statement, which pg-boss has none for. */
export function listQueuedMails(tx: RawTransaction, refs: SubmissionRef[]): Promise<(SubmissionRef & QueuedMail)[]> {
  const [kinds, ids] = [refs.map(({ kind }) => kind), refs.map(({ id }) => id)];
  return tx.$queryRaw`
    SELECT data ->> 'kind' AS kind, (data ->> 'id')::int AS id, data ->> 'mail' AS mail,
      state IN ('created', 'retry') AS "isWaiting", created_on AS "queuedAt" FROM pgboss.job
    WHERE name = ${mailQueue}
      AND (data ->> 'kind', (data ->> 'id')::int) IN (SELECT * FROM unnest(${kinds}::text[], ${ids}::int[]))`;
}

/** An acknowledgement whose address takes no mail: without an enhanced status, only a refused recipient is permanent. */
export const isUnmailable = Prisma.sql`state = 'failed' AND data ->> 'mail' = 'acknowledgement'
  AND output ->> 'isPermanent' = 'true' AND (output ->> 'status' IS NULL OR output ->> 'status' ~ '^5\\.[12]\\.')`;

/** All of them, without the unmailable ones. A fault may be missing, as when an attempt was interrupted. */
export const isMendable = Prisma.sql`state = 'failed' AND (${isUnmailable}) IS NOT TRUE`;

function isDead({ jobs = [], all }: DeadMails): Prisma.Sql {
  if (all) return Prisma.sql`name = ${mailQueue} AND ${isMendable}`;
  return Prisma.sql`name = ${mailQueue} AND state = 'failed' AND id = ANY (${jobs}::uuid[])`;
}

/**
 * Makes dead mails due at once, with all attempts of a new mail. SQL, because pg-boss's retry grants one attempt.
 * @returns number of mails affected
 */
export function retryDead(tx: Prisma.TransactionClient, which: DeadMails): Promise<number> {
  // The count goes on, so that an earlier attempt cannot settle a later one's job.
  return tx.$executeRaw`
    UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL,
      retry_limit = retry_count + ${mailQueueOptions.retryLimit}
    WHERE ${isDead(which)}`;
}

/**
 * Deletes dead mails. SQL, because pg-boss deletes a job in any state, and a mail that is being retried must stay.
 * @returns number of mails affected
 */
export function deleteDead(tx: Prisma.TransactionClient, which: DeadMails): Promise<number> {
  return tx.$executeRaw`DELETE FROM pgboss.job WHERE ${isDead(which)}`;
}

/** Mails that were due by `since` and are not given up. Retries are: they move `start_after`. */
const isOwed = (
  since: Date,
) => Prisma.sql`name = ${mailQueue} AND state <= 'active' AND created_on <= ${since}::timestamptz
  AND (state <> 'created' OR start_after <= ${since}::timestamptz)`;

export async function countOwed(tx: RawTransaction, since: Date): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pgboss.job WHERE ${isOwed(since)}`;
  return row?.count ?? 0;
}

/** @returns number of mails deleted */
export function deleteOwed(tx: RawTransaction, since: Date): Promise<number> {
  return tx.$executeRaw`DELETE FROM pgboss.job WHERE ${isOwed(since)}`;
}
