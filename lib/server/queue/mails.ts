import "server-only";
import { type DeadMails, type MailJob, SubmissionMailJob } from "../../domain/mail/mail.ts";
import type { DeliveryFault } from "../../domain/submissions/core/mails.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { undoSeconds } from "../../domain/submissions/reply/reply.ts";
import { database, type RawTransaction, unnestRefs } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { isTakeable, type LeasedRow, leaseSeconds, renewRows, takeRows, whereLeased } from "./leases.ts";

/** A mail without `dueAt` and `delaySeconds` is due at once. */
export type NewMail = { id?: string; job: MailJob; dueAt?: Date; delaySeconds?: number; isWithheld?: boolean };

/** Queues mails in the same transaction as the change that causes them. */
export async function queueMails(tx: RawTransaction, mails: NewMail[]): Promise<void> {
  if (!mails.length) return;
  const rows = mails.map(({ job, ...mail }) => ({ ...mail, ...job, id: mail.id, submissionId: toId(job) }));
  await tx.$executeRaw`
    INSERT INTO mails (id, mail, kind, submission_id, event_id, operator_id, operator_ids, copy_index, is_planned,
      state, due_at, next_at)
    SELECT coalesce(id, gen_random_uuid()), mail, kind, "submissionId", event, operator, operators, "copyIndex",
      coalesce("isPlanned", false), CASE WHEN "isWithheld" THEN 'held' ELSE 'waiting' END, due_at, due_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS new (id uuid, mail text, kind text, "submissionId" int,
        event bigint, operator text, operators text[], "copyIndex" smallint, "isPlanned" boolean, "isWithheld" boolean,
        "dueAt" timestamptz, "delaySeconds" int)
      CROSS JOIN LATERAL (SELECT coalesce("dueAt", now() + coalesce("delaySeconds", 0) * interval '1 second') AS due_at) AS due`;
}

const toId = (job: MailJob) => ("id" in job ? job.id : undefined);

export const jobSql = Prisma.raw(`jsonb_strip_nulls(jsonb_build_object('mail', mail, 'kind', kind, 'id', submission_id,
  'event', event_id::text, 'operator', operator_id, 'operators', operator_ids, 'copyIndex', copy_index,
  'subscriber', subscriber_id, 'isPlanned', nullif(is_planned, false)))`);

export type TakenMail = LeasedRow & { job: unknown };

export function takeMails(db: RawTransaction, max: number): Promise<TakenMail[]> {
  const due = Prisma.sql`
    SELECT id FROM mails WHERE ${isTakeable} ORDER BY next_at, id LIMIT ${max} FOR UPDATE SKIP LOCKED`;
  return takeRows(db, "mails", { due, columns: Prisma.sql`${jobSql} AS job` });
}

export async function renewLeases(db: RawTransaction, leases: string[]): Promise<void> {
  await db.$executeRaw`
    INSERT INTO mail_workers (seen_at) VALUES (now()) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`;
  await renewRows(db, "mails", leases);
}

export async function isMailHeld(): Promise<boolean> {
  return database(async (db) => (await db.mailHold.count()) > 0, "mail");
}

export async function isStillLeased(db: RawTransaction, taken: TakenMail): Promise<boolean> {
  return (await db.$queryRaw<unknown[]>`SELECT id::text FROM mails WHERE ${whereLeased(taken)}`).length > 0;
}

/** @returns whether this attempt still owned the mail: another may have taken it over, or an erasure deleted it */
export async function deleteTakenMail(tx: RawTransaction, taken: TakenMail): Promise<boolean> {
  return (await tx.$executeRaw`DELETE FROM mails WHERE ${whereLeased(taken)}`) === 1;
}

/** `held`: until the submission is no longer spam or an operator acts. @returns whether this attempt owned the mail */
export async function returnMailToQueue(
  tx: RawTransaction,
  taken: TakenMail,
  state: "waiting" | "held",
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE mails SET state = ${state}, lease = NULL, next_at = now(), attempts = CASE WHEN is_planned THEN 0 ELSE attempts END
    WHERE ${whereLeased(taken)}`;
  return count === 1;
}

/** The longest pauses add up to more than three days, because a mail server may be down for days. */
const attemptsMax = 4_000;
const longestPauseSeconds = 120;

export async function failTakenMail(
  db: RawTransaction,
  taken: TakenMail,
  { fault, isDead }: { fault: DeliveryFault; isDead: boolean },
): Promise<void> {
  const isOver = Prisma.sql`(${isDead} OR attempts >= ${attemptsMax})`;
  const pause = Prisma.sql`least(${longestPauseSeconds}, 2 ^ least(attempts, 10)) * (0.5 + random() / 2) * interval '1 second'`;
  await db.$executeRaw`
    UPDATE mails SET lease = NULL, fault = ${JSON.stringify(fault)}::jsonb,
      state = CASE WHEN ${isOver} THEN 'dead' ELSE 'waiting' END,
      next_at = now() + CASE WHEN ${isOver} THEN interval '0' ELSE ${pause} END
    WHERE ${whereLeased(taken)}`;
}

const isOfSubmissions = (refs: SubmissionRef[]) =>
  Prisma.sql`(kind, submission_id) IN (SELECT * FROM ${unnestRefs(refs)})`;

/** If no worker had started to send any mail of a submission, it is processed again, which also assigns an owner. */
export async function releaseWithheldMails(tx: RawTransaction, refs: SubmissionRef[]): Promise<void> {
  if (!refs.length) return;
  const isWithheld = Prisma.sql`state = 'held' AND NOT is_planned AND ${isOfSubmissions(refs)}`;
  await tx.$executeRaw`
    UPDATE mails SET state = 'waiting', attempts = 0, next_at = now() WHERE ${isWithheld} AND attempts > 0`;
  await tx.$executeRaw`
    WITH unbegun AS (DELETE FROM mails WHERE ${isWithheld} AND attempts = 0 RETURNING kind, submission_id AS id)
    UPDATE submissions SET is_processed = false FROM unbegun
    WHERE submissions.kind = unbegun.kind AND submissions.id = unbegun.id`;
  // Finds digest items whose operators have switched off digests in the meantime.
  const digests = await tx.$queryRaw<{ operator: string }[]>`
    SELECT DISTINCT operator_id AS operator FROM digest_items JOIN operators ON operators.id = operator_id
    WHERE digest_hours = '{}' AND ${isOfSubmissions(refs)}`;
  await queueMails(
    tx,
    digests.map(({ operator }) => ({ job: { mail: "digest", operator } })),
  );
}

const isUnattempted = ({ kind, id }: SubmissionRef, mail: string) =>
  Prisma.sql`id = ${mail}::uuid AND mail = 'reply' AND state IN ('waiting', 'held') AND attempts = 0 AND kind = ${kind} AND submission_id = ${id}`;

/** Either the caller or a worker gets the mail, never both. */
export async function deleteUnattemptedReply(
  tx: RawTransaction,
  ref: SubmissionRef,
  mail: string,
): Promise<SubmissionMailJob | undefined> {
  const [deleted] = await tx.$queryRaw<{ job: unknown }[]>`
    DELETE FROM mails WHERE ${isUnattempted(ref, mail)} RETURNING ${jobSql} AS job`;
  return deleted && SubmissionMailJob.parse(deleted.job);
}

/** Makes a reply due at once if no worker has tried to send it yet. @returns false if there is no such reply */
export async function makeReplyDueNow(tx: RawTransaction, ref: SubmissionRef, mail: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE mails SET state = 'waiting', is_planned = false, due_at = now(), next_at = now() WHERE ${isUnattempted(ref, mail)}`;
  return count === 1;
}

export const isDue = Prisma.sql`state = 'waiting' AND (attempts > 0 OR next_at <= now())`;

/** Locks a waiting mail until the transaction ends, but none for some operators only. @returns false without one */
export async function lockWaitingMail(
  tx: RawTransaction,
  ref: SubmissionRef,
  mail: SubmissionMailJob["mail"],
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT id::text FROM mails WHERE ${isOfSubmissions([ref])} AND mail = ${mail} AND state = 'waiting'
      AND operator_id IS NULL AND operator_ids IS NULL FOR UPDATE`;
  return rows.length > 0;
}

/** Without an enhanced status code, a permanent fault always concerns the recipient. */
export const whereUndeliverable = Prisma.sql`state = 'dead' AND mail = 'acknowledgement' AND fault ->> 'isPermanent' = 'true'
  AND (fault ->> 'status' IS NULL OR fault ->> 'status' ~ '^5\\.[12]\\.')`;
/** An admin can fix the cause. A fault may be missing, for example after an interrupted attempt. */
export const isFixable = Prisma.sql`state = 'dead' AND (${whereUndeliverable}) IS NOT TRUE`;

const isDead = ({ jobs = [], all }: DeadMails) =>
  all ? isFixable : Prisma.sql`state = 'dead' AND id = ANY (${jobs}::uuid[])`;

/**
 * Makes dead mails due at once, with as many attempts as a new mail. A reply that died because its author is disabled
 * is no longer planned if it is chosen, so that it is sent. @returns number of mails affected
 */
export function retryDeadMails(tx: RawTransaction, which: DeadMails): Promise<number> {
  return tx.$executeRaw`
    UPDATE mails SET state = 'waiting', attempts = 0, next_at = now(),
      is_planned = is_planned AND (${which.all ?? false} OR fault ->> 'code' IS DISTINCT FROM 'EAUTHOR')
    WHERE ${isDead(which)}`;
}

/** Deletes dead mails, but not those that are being retried. @returns number of mails affected */
export async function deleteDeadMails(tx: RawTransaction, which: DeadMails): Promise<number> {
  const deleted = await tx.$queryRaw<{ forward: bigint | null }[]>`
    DELETE FROM mails WHERE ${isDead(which)} RETURNING CASE mail WHEN 'forward' THEN event_id END AS forward`;
  const forwards = deleted.flatMap(({ forward }) => forward ?? []);
  // Nothing else on the timeline tells whether a forward was sent.
  await tx.$executeRaw`
    UPDATE submission_events SET details = details || '{"isDiscarded": true}' WHERE id = ANY (${forwards}::bigint[])`;
  return deleted.length;
}

const isOwed = (since: Date) => Prisma.sql`state IN ('waiting', 'sending') AND due_at <= ${since}::timestamptz
  AND created_at <= ${since}::timestamptz`;

export async function countOwedMails(tx: RawTransaction, since: Date): Promise<number> {
  const [row] = await tx.$queryRaw<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM mails WHERE ${isOwed(since)}`;
  return row?.count ?? 0;
}

export async function deleteOwedMails(tx: RawTransaction, since: Date): Promise<number> {
  // Otherwise the next weekly mail would list the same changes. Locked before the mails, as in
  // lib/server/catalog/subscribers.ts.
  await tx.$executeRaw`
    UPDATE subscribers SET changes_since = ${since}::timestamptz FROM mails
    WHERE subscriber_id = subscribers.id AND mail = 'changes' AND ${isOwed(since)}`;
  return tx.$executeRaw`DELETE FROM mails WHERE ${isOwed(since)}`;
}

/** Makes mails due that were stored while the database's clock was ahead. Otherwise they would wait until that time. */
export async function recoverFromClockJump(db: RawTransaction): Promise<void> {
  const delay = Prisma.sql`${undoSeconds} * interval '1 second'`;
  // Changes attempts planned further ahead than a lease or the longest pause, and new mails to be sent within seconds.
  await db.$executeRaw`
    UPDATE mails SET next_at = now(), due_at = least(due_at, now()), created_at = least(created_at, now())
    WHERE state IN ('waiting', 'sending') AND next_at > now() + CASE WHEN state = 'sending' THEN ${leaseSeconds} * interval '1 second'
        WHEN attempts > 0 THEN ${longestPauseSeconds} * interval '1 second' ELSE ${delay} END
      AND (attempts > 0 OR next_at <= created_at + ${delay})`;
}
