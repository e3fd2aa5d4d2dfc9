import "server-only";
import type { JobInsert } from "pg-boss";
import { asObject } from "../../domain/json.ts";
import type { DeadMails, MailJob } from "../../domain/mail/mail.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { bossIn, mailQueue, mailQueueOptions, type Transaction } from "./queue.ts";

/** A job as a worker has taken it. The attempt is part of it: a later attempt's job is not settled in its place. */
export type TakenJob = { id: string; retryCount: number; data: unknown };

/** Without `startAfter` a mail is due at once. One whose `id` is in the queue already is not queued again. */
export type NewMail = Pick<JobInsert, "id" | "startAfter"> & { data: MailJob };

/** Queues mails in the transaction of the change that they follow from. */
export async function queueMails(tx: Transaction, mails: NewMail[]): Promise<void> {
  if (mails.length) await bossIn(tx).insert(mailQueue, mails, { returnId: false });
}

/** Deletes jobs that were taken. @returns how many of these attempts still held their job */
export async function deleteTaken(tx: Transaction, taken: TakenJob[]): Promise<number> {
  const attempts = taken.map(({ id, retryCount }) => ({ id, retryCount }));
  // Its types do not say what pg-boss answers.
  return Number(asObject(await bossIn(tx).deleteJob(mailQueue, attempts)).affected);
}

/**
 * Deletes all mails of these submissions, dead or alive. The caller has deleted or locked their rows before, so that no
 * worker queues any meanwhile. By SQL: pg-boss deletes by the ids of jobs only, of which an
 * erasure may meet thousands.
 */
export async function deleteJobs(tx: Prisma.TransactionClient, refs: SubmissionRef[]): Promise<void> {
  const [kinds, ids] = [refs.map(({ kind }) => kind), refs.map(({ id }) => id)];
  await tx.$executeRaw`
    DELETE FROM pgboss.job
    WHERE name = ${mailQueue}
      AND (data ->> 'kind', (data ->> 'id')::int) IN (SELECT * FROM unnest(${kinds}::text[], ${ids}::int[]))`;
}

/** The mails of a submission in the queue, dead or alive. */
export async function findQueuedMails(tx: Transaction, { kind, id }: SubmissionRef): Promise<Set<string>> {
  const found = await bossIn(tx).findJobs<MailJob>(mailQueue, { data: { kind, id } });
  return new Set(found.map(({ data }) => data.mail));
}

function areDead({ jobs = [], all }: DeadMails): Prisma.Sql {
  const dead = Prisma.sql`name = ${mailQueue} AND state = 'failed'`;
  return all ? dead : Prisma.sql`${dead} AND id = ANY (${jobs}::uuid[])`;
}

/**
 * Makes dead mails due at once, with all attempts of a new one. By SQL: pg-boss's retry grants one attempt.
 * @returns how many there were
 */
export function retryDead(tx: Prisma.TransactionClient, which: DeadMails): Promise<number> {
  // The attempts are counted on: an earlier worker must not take a later attempt for its own.
  return tx.$executeRaw`
    UPDATE pgboss.job SET state = 'retry', start_after = now(), completed_on = NULL,
      retry_limit = retry_count + ${mailQueueOptions.retryLimit}
    WHERE ${areDead(which)}`;
}

/**
 * Deletes dead mails. By SQL: pg-boss deletes an id whatever its state, and one that was retried meanwhile must stay.
 * @returns how many there were
 */
export function deleteDead(tx: Prisma.TransactionClient, which: DeadMails): Promise<number> {
  return tx.$executeRaw`DELETE FROM pgboss.job WHERE ${areDead(which)}`;
}
