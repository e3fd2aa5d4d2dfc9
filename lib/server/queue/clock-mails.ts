import "server-only";
import { formerHours } from "../../domain/submissions/core/promises.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import type { RawTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { recordWebhookEvents } from "./webhooks.ts";

const submissionsPerStatement = 100;

/**
 * Like `getDueAt` in lib/domain/submissions/core/clock: keep in sync. Must equal the first column of the index
 * submissions_waiting_idx, which cannot contain `created_at + interval`: the result may depend on the time zone.
 */
export const dueAt = Prisma.sql`coalesce(reply_due_at,
  (created_at AT TIME ZONE 'UTC' + interval '${Prisma.raw(String(formerHours.reply))} hours') AT TIME ZONE 'UTC')`;

/** The response clock is running and a deadline mail is still to be sent. Implies the partial index's condition. */
export const hasClockMail = Prisma.sql`clock_mail_at IS NOT NULL AND replied_at IS NULL AND closed_at IS NULL AND consent_withdrawn_at IS NULL AND repeat_of IS NULL`;

export const isClockMailDue = Prisma.sql`${hasClockMail} AND clock_mail_at <= now()`;

/** A reminder of spam waits, because an operator may restore the submission. */
const hasReminder = Prisma.sql`booking_reminder_at IS NOT NULL AND status <> 'spam'`;

export const isReminderDue = Prisma.sql`${hasReminder} AND booking_reminder_at <= now()`;

/**
 * Queues due deadline mails and reminders. Submissions whose response clock has stopped keep the time of their next
 * mail. Workers may call this at the same time.
 * @returns number of submissions; more may be left
 */
export async function queueClockMails(tx: RawTransaction): Promise<number> {
  // The earlier of the two clocks, so that by either of them a mail is due when it is prepared.
  const now = Prisma.sql`least(now(), ${new Date()}::timestamptz)`;
  return (await queueDeadlineMails(tx, now)) + (await queueReminders(tx, now));
}

/** Queues the mails once for each submission. prepareMail() decides whether to send them. */
function queueReminders(tx: RawTransaction, now: Prisma.Sql): Promise<number> {
  return tx.$executeRaw`
    WITH due AS MATERIALIZED (
      SELECT kind, id, booking_reminder_at AS at FROM submissions
      WHERE ${hasReminder} AND booking_reminder_at <= ${now}
      ORDER BY booking_reminder_at LIMIT ${submissionsPerStatement} FOR NO KEY UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE submissions SET booking_reminder_at = NULL FROM due
      WHERE submissions.kind = due.kind AND submissions.id = due.id
    )
    INSERT INTO mails (id, mail, kind, submission_id, due_at, next_at)
    SELECT gen_random_uuid(), mail, kind, id, at, at FROM due CROSS JOIN unnest(ARRAY['reminder', 'unbooked']) AS mail`;
}

async function queueDeadlineMails(tx: RawTransaction, now: Prisma.Sql): Promise<number> {
  const queued = await tx.$queryRaw<(SubmissionRef & { mail: string })[]>`
    WITH due AS MATERIALIZED (
      SELECT kind, id, clock_mail_at AS at, ${dueAt} > ${now} AS is_warning FROM submissions
      WHERE ${hasClockMail} AND clock_mail_at <= ${now}
      ORDER BY clock_mail_at LIMIT ${submissionsPerStatement} FOR NO KEY UPDATE SKIP LOCKED
    ), moved AS (
      UPDATE submissions SET clock_mail_at = CASE WHEN due.is_warning THEN ${dueAt} END FROM due
      WHERE submissions.kind = due.kind AND submissions.id = due.id
    )
    INSERT INTO mails (id, mail, kind, submission_id, due_at, next_at)
    SELECT gen_random_uuid(), CASE WHEN is_warning THEN 'warning' ELSE 'breach' END, kind, id, at, at FROM due
    RETURNING kind, submission_id AS id, mail`;
  const events = queued.map(({ kind, id, mail }) => {
    return { type: mail === "warning" ? "reply.due_soon" : "reply.overdue", kind, id, at: new Date() } as const;
  });
  await recordWebhookEvents(tx, events);
  return queued.length;
}

/** Reschedules a deadline mail that was not sent because the response clock was stopped. */
export async function repeatClockMail(tx: RawTransaction, { kind, id }: SubmissionRef, at: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE submissions SET clock_mail_at = least(clock_mail_at, ${at}::timestamptz) WHERE kind = ${kind} AND id = ${id}`;
}
