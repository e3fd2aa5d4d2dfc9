import "server-only";
import { replyBounds } from "../../../domain/submissions/core/clock.ts";
import { openStatuses, type Status, waitingStatuses } from "../../../domain/submissions/core/status.ts";
import { answerChoices, type replyStates, replyTimes } from "../../../domain/submissions/inbox/inbox-query.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { dueAt } from "../../queue/clock-mails.ts";

export const isFirst = Prisma.sql`repeat_of IS NULL`;

/** Equivalent to `hasClock` in lib/domain/submissions/core/clock: keep both in sync. */
export const isPromisedReply = Prisma.sql`(route = 'review' OR kind = 'inquiry')`;
const hasStatus = (statuses: readonly Status[]) =>
  Prisma.raw(`status IN (${statuses.map((status) => `'${status}'`).join(", ")})`);
const isWaitingStatus = hasStatus(waitingStatuses);
/** Statuses outside `waitingStatuses` imply a reply. Must equal the condition of the index submissions_waiting_idx. */
export const isWaiting = Prisma.sql`replied_at IS NULL AND consent_withdrawn_at IS NULL
  AND ${isWaitingStatus} AND ${isPromisedReply} AND ${isFirst}`;

/** Qualified, open, and without a current booking. NOT IN reads the few bookings once, and not for each row. */
export const isUnbooked = Prisma.sql`route = 'qualified' AND ${hasStatus(openStatuses.filter((status) => status !== "booked"))}
  AND consent_withdrawn_at IS NULL
  AND (kind, id) NOT IN (SELECT kind, submission_id FROM bookings WHERE state <> 'cancelled')`;

export const isReplyCounted = Prisma.sql`status <> 'spam' AND consent_withdrawn_at IS NULL AND ${isPromisedReply}`;
/** SQL for the hours from the person's last message to the reply. */
export const replyHours = Prisma.sql`(extract(epoch FROM
  replied_at - CASE WHEN asked_at <= replied_at THEN asked_at ELSE created_at END) / 3600)::float8`;
export const isRepliedInTime = Prisma.sql`replied_at < ${dueAt}`;
export const isDueBy = (now: Date) => Prisma.sql`${dueAt} <= ${now}::timestamptz`;
export const toReplyTimeIndex = (hours: Prisma.Sql) => Prisma.sql`width_bucket(${hours}, ${replyBounds}::float8[])`;

const replyConditions: Record<(typeof replyStates)[number], (now: Date) => Prisma.Sql> = {
  promised: () => Prisma.sql`true`,
  answered: () => Prisma.sql`replied_at IS NOT NULL`,
  due: (now) => Prisma.sql`(replied_at IS NOT NULL OR ${isDueBy(now)})`,
  in_time: () => Prisma.sql`replied_at IS NOT NULL AND ${isRepliedInTime}`,
  waiting: () => isWaiting,
  closed: () => Prisma.sql`replied_at IS NULL AND NOT ${isWaitingStatus}`,
};

/** `value` is one of `replyStates` or `replyTimes` (lib/domain/submissions/inbox/inbox-query). */
export function toReplyCondition(value: string, now: Date): Prisma.Sql {
  const ofState = Object.entries(replyConditions).find(([state]) => state === value)?.[1];
  const condition =
    ofState?.(now) ??
    Prisma.sql`replied_at IS NOT NULL AND ${toReplyTimeIndex(replyHours)} = ${replyTimes.indexOf(value)}`;
  return Prisma.sql`${isReplyCounted} AND ${condition}`;
}

/** SQL for the name given by an assistant. Null for the website's submissions, even if they contain a name. */
export const assistantName = Prisma.sql`CASE WHEN channel = 'ai_agent' THEN coalesce(agent_name, '') END`;
/** SQL for the parameters of the SQL function `submission_source`. */
export const [linkSource, referrerHost] = [Prisma.sql`utm ->> 'utm_source'`, Prisma.sql`referrer_host(referrer)`];
/** The format of `toSourceKey`. In lower case, it is the first column of the index submissions_source_idx. */
export const sourceKey = Prisma.sql`submission_source(${linkSource}, ${referrerHost}, ${assistantName})`;

/** Together with `isProcessed`, must equal the condition of the index submissions_answers_idx. */
export const isEvaluation = Prisma.sql`kind = 'evaluation'`;
/** Condition of the indexes on sources and answers, so that storing a new submission does not write to them. */
export const isProcessed = Prisma.sql`is_processed`;
/** SQL for the answers as indexes into `answerChoices`. Must equal the column of the index submissions_answers_idx. */
export const answerMarks = Prisma.sql`answer_marks(answers)`;
export const toAnswerMark = (answer: string) => answerChoices.indexOf(answer);
