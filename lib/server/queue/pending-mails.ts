import "server-only";
import type { JobWithMetadata } from "pg-boss";
import {
  DeliveryFault,
  isOfSubmission,
  type MailCounts,
  MailJob,
  mailsAtOnce,
  type PendingMail,
  type SubmissionMail,
  SubmissionMailType,
} from "../../domain/mail/mail.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import type { Prisma, PrismaClient } from "../generated/prisma/client.ts";
import { isMendable, isUnmailable } from "./jobs.ts";
import { bossIn, mailQueue, mailQueueOptions } from "./queue.ts";

// SQL, because pg-boss's findJobs filters by neither state nor limit, and its statistics are up to a minute old.

type JobRow = Pick<
  JobWithMetadata<unknown>,
  "id" | "data" | "state" | "createdOn" | "startAfter" | "startedOn" | "completedOn" | "retryCount" | "output"
>;

const mailOrder = SubmissionMailType.options;

/** The mails of a submission that have not been sent, oldest first. */
export async function listPendingMails(db: PrismaClient, { kind, id }: SubmissionRef): Promise<SubmissionMail[]> {
  // The submission before the queue: the worker queues mails in the transaction that marks the row as processed.
  const stored = await db.submission.findUnique({
    select: { createdAt: true, closedAt: true, isProcessed: true },
    where: { kind_id: { kind, id } },
  });
  const queued = (await bossIn(db).findJobs<unknown>(mailQueue, { data: { kind, id } }))
    .flatMap((job) => toPendingMail(job, stored?.closedAt))
    .filter((mail) => mail.kind !== null);
  const following = (stored && !stored.isProcessed ? toFollowingMails({ kind, id }, stored.createdAt) : []).filter(
    ({ mail }) => !queued.some((other) => other.mail === mail),
  );
  return [...following, ...queued].toSorted(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() ||
      mailOrder.indexOf(one.mail) - mailOrder.indexOf(other.mail),
  );
}

type DeadKind = "mendable" | "unmailable";
const isOfKind: Record<DeadKind, Prisma.Sql> = { mendable: isMendable, unmailable: isUnmailable };

/** The mails that died first, in that order. @throws AppError `unavailable` */
export async function listDeadMails(kind: DeadKind, { max }: { max: number }): Promise<PendingMail[]> {
  const rows = await database(
    (db) => db.$queryRaw<JobRow[]>`
      SELECT id::text, data, state::text, created_on AS "createdOn", start_after AS "startAfter",
        started_on AS "startedOn", completed_on AS "completedOn", retry_count AS "retryCount", output
      FROM pgboss.job WHERE name = ${mailQueue} AND ${isOfKind[kind]} ORDER BY completed_on, id LIMIT ${max}`,
    "desk",
  );
  return rows.flatMap((row) => toPendingMail(row));
}

/** Without the unmailable ones. @throws AppError `unavailable` */
export async function countDead(): Promise<number> {
  const [row] = await database(
    (db) => db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pgboss.job WHERE name = ${mailQueue} AND ${isMendable}`,
    "desk",
  );
  return row?.count ?? 0;
}

/**
 * Each submission that is not processed yet counts as its mails due at once. The due time comes from `keep_until`, as each
 * attempt moves `start_after`.
 * @throws AppError `unavailable`
 */
export async function countMails(): Promise<MailCounts> {
  const [counts] = await database(
    (db) => db.$queryRaw<(Omit<MailCounts, "fault"> & { output: unknown })[]>`
      SELECT count(*) FILTER (WHERE waits)::int + ${mailsAtOnce.length}::int * unprocessed AS waiting,
        least(oldest_unprocessed, min(due_at) FILTER (WHERE waits)) AS "waitingSince",
        count(*) FILTER (WHERE state < 'active' AND NOT waits)::int AS scheduled,
        count(*) FILTER (WHERE state = 'active')::int AS sending,
        count(*) FILTER (WHERE state = 'failed' AND NOT is_unmailable)::int AS dead,
        count(*) FILTER (WHERE is_unmailable)::int AS unmailable,
        mode() WITHIN GROUP (ORDER BY output) FILTER (WHERE waits AND output IS NOT NULL) AS output
      FROM (SELECT count(*)::int AS unprocessed, min(created_at) AS oldest_unprocessed FROM submissions
          WHERE NOT is_processed) AS stored
        LEFT JOIN (SELECT state, output, keep_until - ${mailQueueOptions.retentionSeconds} * interval '1 second' AS due_at,
            state = 'retry' OR (state = 'created' AND start_after <= now()) AS waits,
            (${isUnmailable}) IS TRUE AS is_unmailable
          FROM pgboss.job WHERE name = ${mailQueue}) AS jobs ON true
      GROUP BY unprocessed, oldest_unprocessed`,
    "desk",
  );
  if (!counts) throw new Error("a count returned no row");
  const { output, ...numbers } = counts;
  return { ...numbers, fault: DeliveryFault.safeParse(output).data ?? null };
}

/** Whether a worker has something to do now. While it is paused it only queues. @throws AppError `unavailable` */
export async function hasWork({ isPaused }: { isPaused: boolean }): Promise<boolean> {
  const [row] = await database(
    (db) => db.$queryRaw<{ hasWork: boolean }[]>`
      SELECT EXISTS (SELECT FROM submissions WHERE NOT is_processed) OR NOT ${isPaused} AND EXISTS (SELECT FROM pgboss.job
        WHERE name = ${mailQueue} AND (state = 'active' OR state < 'active' AND start_after <= now())) AS "hasWork"`,
    "mail",
  );
  return row?.hasWork ?? false;
}

/**
 * No job is cancelled or completed: the worker deletes the job of a sent mail. None where a newer version, running beside
 * this one or rolled back, has queued a mail that this one does not know.
 */
function toPendingMail(job: JobRow, closedAt: Date | null = null): PendingMail[] {
  const { id: jobId, createdOn, startAfter, startedOn, completedOn, retryCount, output } = job;
  const shared = {
    jobId,
    state: toState(job),
    createdAt: createdOn,
    at: completedOn ?? startAfter,
    attempts: startedOn === null ? 0 : retryCount + 1,
    fault: DeliveryFault.safeParse(output).data ?? null,
  };
  const mailJob = MailJob.safeParse(job.data).data;
  if (!mailJob) return [];
  if (!isOfSubmission(mailJob)) return [{ ...shared, mail: mailJob.mail, kind: null, id: null }];
  const { mail, kind, id, event, plan } = mailJob;
  const isHeld = plan === "held" || (plan === "planned" && closedAt !== null && closedAt > createdOn);
  return [{ ...shared, ...(isHeld ? { state: "held" } : {}), mail, kind, id, event }];
}

function toState({ state, createdOn, startAfter }: JobRow): PendingMail["state"] {
  if (state === "failed") return "dead";
  if (state === "active") return "sending";
  // The database's clock may be ahead of ours: a job that was due when it was created is due.
  const isDue = startAfter.getTime() <= Math.max(createdOn.getTime(), Date.now());
  return state === "retry" || isDue ? "waiting" : "scheduled";
}

/** The mails that the worker will queue at once; those of the response clock are due in hours. */
function toFollowingMails(ref: SubmissionRef, createdAt: Date): SubmissionMail[] {
  const shared = { ...ref, state: "waiting", createdAt, at: createdAt, attempts: 0, fault: null } as const;
  return mailsAtOnce.map((mail) => ({ ...shared, mail, jobId: `following-${mail}` }));
}
