import "server-only";
import {
  isSubmissionJob,
  type MailCounts,
  MailJob,
  type MissingWorker,
  type PendingMail,
} from "../../domain/mail/mail.ts";
import { type Clock, isRunning } from "../../domain/submissions/core/clock.ts";
import {
  DeliveryFault,
  isWithheldAsSpam,
  mailsAtOnce,
  type SubmissionMail,
  SubmissionMailType,
} from "../../domain/submissions/core/mails.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { rawDatabase, type Work } from "../db.ts";
import { env } from "../env.ts";
import { Prisma, type PrismaClient, type Submission } from "../generated/prisma/client.ts";
import { isServerless } from "../host.ts";
import { log } from "../log.ts";
import { dueAt, hasClockMail, isClockMailDue, isReminderDue } from "./clock-mails.ts";
import { isDue, isFixable, jobSql, whereUndeliverable } from "./mails.ts";

type Row = Pick<PendingMail, "jobId" | "state" | "createdAt" | "at" | "attempts"> & { job: unknown; fault: unknown };

const pendingColumns = Prisma.sql`mails.id::text AS "jobId", ${jobSql} AS job, mails.created_at AS "createdAt", next_at AS at,
  attempts, fault, CASE WHEN state = 'waiting' AND attempts = 0 AND next_at > now() THEN 'scheduled' ELSE state END AS state`;

/** Returns an empty list for a mail type that only a newer version of the code knows. */
function toPendingMail({ job, fault, ...row }: Row): PendingMail[] {
  const parsed = MailJob.safeParse(job).data;
  if (!parsed) return [];
  const shared = { ...row, fault: DeliveryFault.safeParse(fault).data ?? null };
  if (!isSubmissionJob(parsed)) return [{ ...shared, mail: parsed.mail, kind: null, id: null }];
  const { mail, kind, id, event } = parsed;
  return [{ ...shared, mail, kind, id, event }];
}

type StoredSubmission = Pick<
  Submission,
  "createdAt" | "status" | "closedAt" | "isProcessed" | "clockMailAt" | "consentWithdrawnAt"
> & { clock: Clock };

const mailOrder = SubmissionMailType.options;

/**
 * Oldest first, in the state that the worker will give them: it drops or withholds some (lib/server/mail/prepare-mail).
 * Read `stored` first, because the worker queues mails in the transaction that changes the row.
 */
export async function listPendingMails(
  db: PrismaClient,
  ref: SubmissionRef,
  stored: StoredSubmission,
): Promise<SubmissionMail[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${pendingColumns} FROM mails WHERE kind = ${ref.kind} AND submission_id = ${ref.id}`;
  const queued = rows.flatMap(toPendingMail).filter((mail) => mail.kind !== null);
  const coming = listFutureMails(ref, stored).filter(({ mail }) => !queued.some((other) => other.mail === mail));
  return [...coming, ...queued]
    .flatMap((mail) => applyExpectedState(mail, stored))
    .toSorted(
      (one, other) =>
        one.createdAt.getTime() - other.createdAt.getTime() ||
        mailOrder.indexOf(one.mail) - mailOrder.indexOf(other.mail),
    );
}

function listFutureMails(
  ref: SubmissionRef,
  { createdAt, isProcessed, clockMailAt, clock }: StoredSubmission,
): SubmissionMail[] {
  const toMail = (mail: SubmissionMail["mail"], at: Date, isDue: boolean): SubmissionMail => {
    const state = isDue ? "waiting" : "scheduled";
    return { ...ref, mail, jobId: `coming-${mail}`, state, createdAt, at, attempts: 0, fault: null };
  };
  if (!isProcessed) return mailsAtOnce.map((mail) => toMail(mail, createdAt, true));
  if (!clockMailAt || !isRunning(clock)) return [];
  const warning = clockMailAt < clock.dueAt ? [toMail("warning", clockMailAt, clock.state !== "running")] : [];
  return [...warning, toMail("breach", clock.dueAt, clock.state === "overdue")];
}

function applyExpectedState(
  mail: SubmissionMail,
  { clock, status, closedAt, consentWithdrawnAt }: StoredSubmission,
): SubmissionMail[] {
  if (mail.state === "dead" || mail.state === "sending") return [mail];
  const isOfClock = mail.mail === "warning" || mail.mail === "breach";
  const isTooLate = mail.mail === "warning" && clock.state === "overdue";
  if (consentWithdrawnAt || (isOfClock && !isRunning(clock)) || isTooLate) return [];
  // The worker withholds a planned reply if its submission was closed after the reply was written.
  const isPlanWithheld =
    mail.mail === "reply" && mail.state === "scheduled" && closedAt !== null && closedAt > mail.createdAt;
  return [isPlanWithheld || (status === "spam" && isWithheldAsSpam(mail.mail)) ? { ...mail, state: "held" } : mail];
}

type DeadKind = "fixable" | "undeliverable";
const isOfKind: Record<DeadKind, Prisma.Sql> = { fixable: isFixable, undeliverable: whereUndeliverable };

export async function listDeadMails(kind: DeadKind, { max }: { max: number }): Promise<PendingMail[]> {
  const rows = await rawDatabase("desk").$queryRaw<Row[]>`
    SELECT ${pendingColumns} FROM mails WHERE ${isOfKind[kind]} ORDER BY next_at, id LIMIT ${max}`;
  return rows.flatMap(toPendingMail);
}

/** An unprocessed submission counts as the mails that it will cause, a running clock as its remaining mails. */
export async function countMails(): Promise<MailCounts> {
  const [counts] = await rawDatabase("desk").$queryRaw<(Omit<MailCounts, "fault"> & { fault: unknown })[]>`
    SELECT count(*) FILTER (WHERE waits)::int + ${mailsAtOnce.length}::int * unprocessed AS waiting,
      least(oldest_unprocessed, min(due_at) FILTER (WHERE waits)) AS "waitingSince",
      count(*) FILTER (WHERE state = 'waiting' AND NOT waits)::int + clock_mails AS scheduled,
      count(*) FILTER (WHERE state = 'sending')::int AS sending,
      count(*) FILTER (WHERE state = 'dead' AND NOT is_undeliverable)::int AS dead,
      count(*) FILTER (WHERE is_undeliverable)::int AS undeliverable,
      mode() WITHIN GROUP (ORDER BY fault) FILTER (WHERE waits AND fault IS NOT NULL) AS fault
    FROM (SELECT count(*)::int AS unprocessed, min(created_at) AS oldest_unprocessed FROM submissions
        WHERE NOT is_processed) AS stored
      CROSS JOIN (SELECT count(*)::int + count(*) FILTER (WHERE clock_mail_at < ${dueAt})::int AS clock_mails
        FROM submissions WHERE ${hasClockMail}) AS clocks
      LEFT JOIN (SELECT state, fault, due_at, ${isDue} AS waits, (${whereUndeliverable}) IS TRUE AS is_undeliverable
        FROM mails) AS queued ON true
    GROUP BY unprocessed, oldest_unprocessed, clock_mails`;
  if (!counts) throw new Error("a count returned no row");
  return { ...counts, fault: DeliveryFault.safeParse(counts.fault).data ?? null };
}

/** A paused worker only queues mails. */
export async function hasDueWork({ isPaused }: { isPaused: boolean }): Promise<boolean> {
  const [row] = await rawDatabase("mail").$queryRaw<{ hasWork: boolean }[]>`
    SELECT EXISTS (SELECT FROM submissions WHERE NOT is_processed)
      OR EXISTS (SELECT FROM submissions WHERE ${isClockMailDue})
      OR EXISTS (SELECT FROM submissions WHERE ${isReminderDue})
      OR EXISTS (SELECT FROM subscribers WHERE confirmed_at IS NOT NULL AND next_at <= now())
      OR NOT ${isPaused} AND EXISTS (SELECT FROM mails
        WHERE state = 'sending' OR state = 'waiting' AND next_at <= now()) AS "hasWork"`;
  return row?.hasWork ?? false;
}

type MailTypeCounts = { mail: string; waiting: number; oldestSeconds: number; dead: number };

/** Leaves out undeliverable addresses. An unprocessed submission counts as the mails that it will cause. */
export function countMailsByType(): Promise<MailTypeCounts[]> {
  return rawDatabase("mail").$queryRaw<MailTypeCounts[]>`
    SELECT mail, (count(*) FILTER (WHERE NOT is_dead))::int AS waiting, (count(*) FILTER (WHERE is_dead))::int AS dead,
      greatest(0, coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE NOT is_dead)), 0))::float8
        AS "oldestSeconds"
    FROM (
      SELECT unnest(${[...mailsAtOnce]}::text[]) AS mail, created_at AS due_at, false AS is_dead
      FROM submissions WHERE NOT is_processed
      UNION ALL
      SELECT CASE WHEN ${dueAt} > now() THEN 'warning' ELSE 'breach' END, clock_mail_at, false
      FROM submissions WHERE ${isClockMailDue}
      UNION ALL
      SELECT mail, due_at, state = 'dead' FROM mails
      WHERE state = 'sending' OR ${isFixable} OR ${isDue}
    ) AS mails
    GROUP BY mail ORDER BY mail`;
}

const missingMinutesMin = 2;
const watchMilliseconds = 60_000;

/** Null if no mail is due or a worker runs, which reports every five seconds. Ignores reports of a clock set ahead. */
export async function findMissingWorker(kind: Work): Promise<MissingWorker | null> {
  const [row] = await rawDatabase(kind).$queryRaw<{ minutes: number | null }[]>`
    SELECT floor(extract(epoch FROM now() - coalesce(seen_at, due_at)) / 60)::int AS minutes
    FROM (SELECT least(
        (SELECT min(created_at) FROM submissions WHERE NOT is_processed),
        (SELECT min(clock_mail_at) FROM submissions WHERE ${isClockMailDue}),
        (SELECT min(due_at) FROM mails WHERE state = 'sending' OR ${isDue})
      ) AS due_at) AS due
      LEFT JOIN (SELECT seen_at FROM mail_workers WHERE seen_at < now() + interval '1 minute') AS worker ON true
    WHERE due_at IS NOT NULL`;
  const minutes = row?.minutes ?? 0;
  return minutes >= missingMinutesMin ? { minutes, place: isServerless() ? "cron" : env().MAIL_WORKER } : null;
}

/** Logs a warning every minute while a mail worker is missing. @returns a function that stops the warnings */
export function startMissingWorkerWarnings(): () => Promise<void> {
  const warnIfWorkerMissing = async () => {
    const missing = await findMissingWorker("mail");
    if (!missing) return;
    log().warn({ minutes: missing.minutes }, `mails are waiting, but no worker is running: ${advice[missing.place]}`);
  };
  // Ignores errors while the database is unavailable, because the worker and the requests already log them.
  const timer = setInterval(() => void warnIfWorkerMissing().catch(() => undefined), watchMilliseconds).unref();
  return async () => clearInterval(timer);
}

const advice = {
  separate: "run npm run worker",
  app: "the log above says why the app's own worker could not start",
  cron: "have the cron call /api/tasks every minute",
};
