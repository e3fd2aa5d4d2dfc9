import "server-only";
import type pg from "pg";
import * as z from "zod/mini";
import { mailsAtOnce, SubmissionMailJob } from "../../domain/mail/mail.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { queueMails } from "../queue/jobs.ts";

const HeldMails = z.array(SubmissionMailJob);
/** The worker has queued none yet, as it has taken the submission for spam itself. */
export const noneQueued = "[]";

/** The mails that wait, as stored with a submission; a mail that a newer version knows alone is not listed. */
export function listHeldMails({ kind, id }: SubmissionRef, stored: unknown): SubmissionMailJob[] {
  const held = HeldMails.safeParse(stored).data;
  return held?.length === 0 ? mailsAtOnce.map((mail) => ({ mail, kind, id })) : (held ?? []);
}

/**
 * Keeps a mail back that a worker has taken from the queue, or queues it again if the submission is spam no longer. Call it
 * in the transaction that deletes the job.
 */
export async function holdMail(client: pg.ClientBase, job: SubmissionMailJob): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE submissions SET held_mails = coalesce(held_mails, '[]') || $3::jsonb
     WHERE kind = $1 AND id = $2 AND status = 'spam'`,
    [job.kind, job.id, JSON.stringify([job])],
  );
  if (!rowCount) await queueMails(client, [{ data: job }]);
}

/**
 * Queues what was kept back while they were spam, once. Those of which nothing was queued go to the worker, which assigns
 * them as well. Call it in the transaction that changes their status.
 */
export async function releaseMails(tx: Prisma.TransactionClient, refs: SubmissionRef[]): Promise<void> {
  if (!refs.length) return;
  const [kinds, ids] = [refs.map(({ kind }) => kind), refs.map(({ id }) => id)];
  const released = await tx.$queryRaw<{ mails: unknown }[]>`
    WITH held AS MATERIALIZED (
      SELECT kind, id, held_mails AS mails FROM submissions
      WHERE held_mails IS NOT NULL AND (kind, id) IN (SELECT * FROM unnest(${kinds}::text[], ${ids}::int[]))
    )
    UPDATE submissions SET held_mails = NULL, is_processed = is_processed AND held.mails <> ${noneQueued}::jsonb FROM held
    WHERE submissions.kind = held.kind AND submissions.id = held.id RETURNING held.mails`;
  const mails = released.flatMap(({ mails: stored }) => HeldMails.safeParse(stored).data ?? []);
  // What waited for the digest of an operator who gets none any more.
  const digests = await tx.$queryRaw<{ operator: string }[]>`
    SELECT DISTINCT operator_id AS operator FROM digest_items JOIN operators ON operators.id = operator_id
    WHERE digest_hours = '{}' AND (kind, submission_id) IN (SELECT * FROM unnest(${kinds}::text[], ${ids}::int[]))`;
  await queueMails(tx, [
    ...mails.map((data) => ({ data })),
    ...digests.map(({ operator }) => ({ data: { mail: "digest", operator } as const })),
  ]);
}
