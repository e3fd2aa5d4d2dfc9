import "server-only";
import { hourMilliseconds } from "../../domain/durations.ts";
import { type ReplyPromise, toClock } from "../../domain/submissions/core/clock.ts";
import { mailsAtOnce } from "../../domain/submissions/core/mails.ts";
import { StoredRoute } from "../../domain/submissions/core/schema.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { type RawTransaction, unnestRefs } from "../db.ts";
import { env } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { type NewMail, queueMails } from "../queue/mails.ts";
import { recordWebhookEvents } from "../queue/webhooks.ts";
import { type AssignedSubmission, assignByRules } from "../submissions/assignment/assign-by-rules.ts";
import { lockContents, relinkRepeats, repeatedId } from "../submissions/intake/repeats.ts";
import { type Candidate, markSpam } from "../submissions/spam/judge-spam.ts";
import { areRemindersOn } from "./prepare-reminder.ts";

const submissionsPerTransaction = 50;

type TakenRow = SubmissionRef & { contentHash: string | null };
type StoredRow = Candidate &
  ReplyPromise & { createdAt: Date; route: string | null; repeatOf: number | null; isUntouched: boolean };

/**
 * Processes the oldest fifty submissions: queues mails, assigns owners, links repeats. Repeats and
 * spam get no mails and no owner. Workers may call it in parallel: SKIP LOCKED gives each different rows.
 * @returns number of submissions processed; more may be left
 */
export async function queueFollowingMails(tx: RawTransaction, now = new Date()): Promise<number> {
  const taken = await tx.$queryRaw<TakenRow[]>`
    SELECT kind, id, content_hash AS "contentHash" FROM submissions WHERE NOT is_processed
    ORDER BY created_at, kind, id LIMIT ${submissionsPerTransaction} FOR NO KEY UPDATE SKIP LOCKED`;
  if (!taken.length) return 0;
  await lockContents(
    tx,
    taken.map(({ contentHash }) => contentHash),
  );
  const rows = await markProcessed(tx, taken);
  const isRepeat = ({ repeatOf }: StoredRow) => repeatOf !== null;
  await relinkRepeats(tx, rows.filter(isRepeat));
  const notRepeats = rows.filter((row) => !isRepeat(row));
  const untouched = notRepeats.filter(({ isUntouched }) => isUntouched);
  const marked = await markSpam(tx, untouched, now);
  const isSpam = (row: StoredRow) => marked.has(row) || row.status === "spam";
  const firsts = notRepeats.filter((row) => !isSpam(row));
  const created = firsts.map(({ kind, id }) => ({ type: "submission.created", kind, id, at: now }) as const);
  await recordWebhookEvents(tx, created);
  const assigned = await assignByRules(tx, firsts, now);
  const findAssigned = ({ kind, id }: SubmissionRef) => assigned.find((each) => each.kind === kind && each.id === id);
  const mails = firsts.flatMap((row) => toFollowingMails(row, findAssigned(row)));
  await queueMails(tx, [...mails, ...notRepeats.filter(isSpam).flatMap(toWithheldMails)]);
  await startClocks(tx, firsts);
  await planReminders(tx, firsts, now);
  return rows.length;
}

/**
 * Raises the revision of repeats, so that the desk refuses a form that was opened earlier. `isUntouched` is false if an
 * operator has edited, separated or restored the submission, or the person has withdrawn it: it is not judged as spam.
 */
function markProcessed(tx: RawTransaction, taken: SubmissionRef[]): Promise<StoredRow[]> {
  return tx.$queryRaw`
    UPDATE submissions SET is_processed = true, repeat_of = link.first,
      revision = submissions.revision + (link.first IS NOT NULL)::int
    FROM (
      SELECT kind, id, ${repeatedId} AS first
      FROM submissions JOIN ${unnestRefs(taken)} AS taken (kind, id) USING (kind, id)
    ) AS link
    WHERE submissions.kind = link.kind AND submissions.id = link.id
    RETURNING submissions.kind, submissions.id, created_at AS "createdAt", route, repeat_of AS "repeatOf",
      reply_due_at AS "replyDueAt", reply_warning_at AS "replyWarningAt", email, status, replied_at AS "repliedAt",
      closed_at AS "closedAt", close_reason AS "closeReason",
      submissions.revision = 0 OR (consent_withdrawn_at IS NULL AND NOT EXISTS (
        SELECT FROM submission_events AS event WHERE event.kind = submissions.kind
          AND event.submission_id = submissions.id AND event.operator_id IS NOT NULL)) AS "isUntouched",
      agent_name AS "agentName", honeypot_filled AS "honeypotFilled"`;
}

/** The assignment mail replaces the notice to the new owner. */
function toFollowingMails({ kind, id }: StoredRow, assigned?: AssignedSubmission): NewMail[] {
  const event = assigned && { event: assigned.event };
  const owner = assigned && ({ mail: "assignment", kind, id, ...event, operator: assigned.operator } as const);
  return [
    ...mailsAtOnce.map((mail) => ({ job: { mail, kind, id, ...(mail === "notice" ? event : {}) } })),
    ...(owner ? [{ job: owner }] : []),
  ];
}

const toWithheldMails = ({ kind, id }: StoredRow) =>
  mailsAtOnce.map((mail): NewMail => ({ job: { mail, kind, id }, isWithheld: true }));

async function startClocks(tx: RawTransaction, rows: StoredRow[]): Promise<void> {
  const clocks = rows.flatMap(({ kind, id, createdAt, route, replyDueAt, replyWarningAt }) => {
    const promise = { replyDueAt, replyWarningAt };
    const timed = { kind, route: StoredRoute.parse(route), createdAt, ...promise } as const;
    const { warnsAt } = toClock({ ...timed, status: "new", repliedAt: null }, createdAt);
    return warnsAt ? [{ kind, id, at: warnsAt }] : [];
  });
  await storeDueTimes(tx, "clock_mail_at", clocks);
}

async function storeDueTimes(
  tx: RawTransaction,
  column: "clock_mail_at" | "booking_reminder_at",
  times: (SubmissionRef & { at: Date })[],
): Promise<void> {
  if (!times.length) return;
  await tx.$executeRaw`
    UPDATE submissions AS s SET ${Prisma.raw(column)} = given.at
    FROM jsonb_to_recordset(${JSON.stringify(times)}::jsonb) AS given (kind text, id int, at timestamptz)
    WHERE s.kind = given.kind AND s.id = given.id`;
}

/** Counts from the submission, or from now if that time has passed, such as for a submission that returns from spam. */
async function planReminders(tx: RawTransaction, rows: StoredRow[], now: Date): Promise<void> {
  const milliseconds = env().BOOKING_REMINDER_HOURS * hourMilliseconds;
  const qualified = areRemindersOn() ? rows.filter(({ route }) => route === "qualified") : [];
  const reminders = qualified.map(({ kind, id, createdAt }) => {
    const at = createdAt.getTime() + milliseconds;
    return { kind, id, at: new Date(at > now.getTime() ? at : now.getTime() + milliseconds) };
  });
  await storeDueTimes(tx, "booking_reminder_at", reminders);
}
