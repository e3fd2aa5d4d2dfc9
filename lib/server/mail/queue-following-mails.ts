import "server-only";
import type pg from "pg";
import { mailsAtOnce } from "../../domain/mail/mail.ts";
import { clockOf } from "../../domain/submissions/clock.ts";
import type { MailType } from "../../domain/submissions/events.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import { type SubmissionKind, SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database, driverTransaction } from "../db.ts";
import { deleteTaken, followingMailId, type NewMail, queueMails, type TakenJob } from "../queue/jobs.ts";
import { storedQueue } from "../queue/queue.ts";

/**
 * Queues the mails that follow from stored submissions and deletes the jobs that say so, in one transaction.
 * @throws Error when one of these jobs is no longer this attempt's: then nothing is queued
 */
export async function queueFollowingMails(jobs: TakenJob[]): Promise<void> {
  const queue = async (client: pg.PoolClient) => {
    const mails = await listFollowingMails(client, jobs);
    await queueMails(client, mails);
    // Last: an erasure waits here for this transaction, and sees what it has queued (deleteJobs).
    const deleted = await deleteTaken(client, storedQueue, jobs);
    if (deleted < jobs.length) throw new Error("a stored submission was erased, or another worker has taken it");
  };
  await database((_db, pool) => driverTransaction(pool, queue), "mail");
}

type StoredRow = { kind: SubmissionKind; id: number; createdAt: Date; route: string | null; sent: MailType[] };

/** Without mails that were sent already. An erased submission has no mails. */
async function listFollowingMails(client: pg.PoolClient, jobs: TakenJob[]): Promise<NewMail[]> {
  const refs = jobs.map(({ id: jobId, data }) => ({ jobId, ...SubmissionRef.parse(data) }));
  const { rows } = await client.query<StoredRow & { jobId: string }>(
    `SELECT "jobId", kind, id, created_at AS "createdAt", route,
       ARRAY(SELECT details ->> 'mail' FROM submission_events AS event
         WHERE event.kind = stored.kind AND submission_id = stored.id AND type = 'mail') AS sent
     FROM submissions AS stored JOIN unnest($1::text[], $2::int[], $3::text[]) AS jobs (kind, id, "jobId") USING (kind, id)`,
    [refs.map(({ kind }) => kind), refs.map(({ id }) => id), refs.map(({ jobId }) => jobId)],
  );
  return rows.flatMap(({ jobId, ...row }) =>
    listDue(row)
      .filter(({ mail }) => !row.sent.includes(mail))
      .map(({ mail, startAfter }) => ({
        id: followingMailId(jobId, mail),
        data: { mail, kind: row.kind, id: row.id },
        ...(startAfter ? { startAfter } : {}),
      })),
  );
}

function listDue({ kind, createdAt, route }: StoredRow): { mail: MailType; startAfter?: Date }[] {
  const timed = { kind, route: route === null ? null : LeadRoute.parse(route), createdAt } as const;
  const { warnsAt, dueAt } = clockOf({ ...timed, status: "new", repliedAt: null }, createdAt);
  return [
    ...mailsAtOnce.map((mail) => ({ mail })),
    ...(warnsAt ? [{ mail: "warning" as const, startAfter: warnsAt }] : []),
    ...(dueAt ? [{ mail: "breach" as const, startAfter: dueAt }] : []),
  ];
}
