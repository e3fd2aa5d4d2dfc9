import "server-only";
import type pg from "pg";
import type { Job, JobInsert, PgBoss } from "pg-boss";
import { type MailJob, type MailType, mailsAtOnce } from "../../domain/mail/mail.ts";
import { clockOf } from "../../domain/submissions/clock.ts";
import { LeadRoute } from "../../domain/submissions/schema.ts";
import { type SubmissionKind, SubmissionRef, submissionKinds } from "../../domain/submissions/submission-ref.ts";
import { database, driverTransaction } from "../db.ts";
import { mailQueue, storedQueue } from "../queue/queue.ts";
import { followingMailId } from "../queue/queue-mails.ts";
import { tables } from "../submissions/tables.ts";

export type StoredJob = Pick<Job<unknown>, "id" | "retryCount" | "data">;

/**
 * Queues the mails that follow from stored submissions and deletes the jobs that say so, in one transaction.
 * @throws Error when one of these jobs is no longer this attempt's: then nothing is queued
 */
export async function queueFollowingMails(jobs: StoredJob[], boss: PgBoss): Promise<void> {
  const queue = async (client: pg.PoolClient) => {
    const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
    const mails: MailInsert[] = [];
    for (const kind of submissionKinds) mails.push(...(await listFollowingMails(client, kind, jobs)));
    if (mails.length) await boss.insert(mailQueue, mails, { db, returnId: false });
    // Last: an erasure waits here for this transaction, and sees what it has queued (deleteJobs).
    const attempts = jobs.map(({ id, retryCount }) => ({ id, retryCount }));
    const { affected } = (await boss.deleteJob(storedQueue, attempts, { db })) as Affected;
    if (affected < jobs.length) throw new Error("a stored submission was erased, or another worker has taken it");
  };
  await database((_db, pool) => driverTransaction(pool, queue), "mail");
}

/** As pg-boss answers, of which its types say nothing. */
type Affected = { affected: number };
type MailInsert = Pick<JobInsert, "id" | "startAfter"> & { data: MailJob };
type StoredRow = { id: number; createdAt: Date; route: string | null; sent: MailType[] };

/** What was sent already is not queued again. A submission that is gone has no mails. */
async function listFollowingMails(
  client: pg.PoolClient,
  kind: SubmissionKind,
  jobs: StoredJob[],
): Promise<MailInsert[]> {
  const ofKind = jobs.flatMap(({ id: jobId, data }) => {
    const ref = SubmissionRef.parse(data);
    return ref.kind === kind ? [{ jobId, id: ref.id }] : [];
  });
  if (!ofKind.length) return [];
  const { rows } = await client.query<StoredRow>(
    `SELECT id, created_at AS "createdAt", ${kind === "inquiry" ? "NULL" : "route"} AS route,
       ARRAY(SELECT details ->> 'mail' FROM submission_events
         WHERE kind = $1 AND submission_id = stored.id AND type = 'mail') AS sent
     FROM ${tables[kind].sql} AS stored WHERE id = ANY ($2::int[])`,
    [kind, ofKind.map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ofKind.flatMap(({ jobId, id }) => {
    const row = found.get(id);
    if (!row) return [];
    return listDue(kind, row)
      .filter(({ mail }) => !row.sent.includes(mail))
      .map(({ mail, startAfter }) => ({
        id: followingMailId(jobId, mail),
        data: { mail, kind, id },
        ...(startAfter ? { startAfter } : {}),
      }));
  });
}

function listDue(kind: SubmissionKind, { createdAt, route }: StoredRow): { mail: MailType; startAfter?: Date }[] {
  const timed = { kind, route: route === null ? null : LeadRoute.parse(route), createdAt } as const;
  const { warnsAt, dueAt } = clockOf({ ...timed, status: "new", repliedAt: null }, createdAt);
  return [
    ...mailsAtOnce.map((mail) => ({ mail })),
    ...(warnsAt ? [{ mail: "warning" as const, startAfter: warnsAt }] : []),
    ...(dueAt ? [{ mail: "breach" as const, startAfter: dueAt }] : []),
  ];
}
