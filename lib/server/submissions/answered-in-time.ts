import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { replyHours } from "../../domain/submissions/reply-hours.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { tables } from "./tables.ts";

export const reviewedDays = 30;

/** `share` from 0 to 1; null where nothing was due. */
export type AnsweredInTime = { inTime: number; total: number; share: number | null };

/**
 * How many of those who were promised a reply in the last thirty days were answered in time. Counts what was answered
 * or is past its time, closed without a reply too; spam does not count, nor what may still be answered in time,
 * nor what was withdrawn.
 * @throws AppError `unavailable`
 */
export async function answeredInTime(_operator: Operator, { now }: { now: Date }): Promise<AnsweredInTime> {
  const promised = Prisma.sql`make_interval(hours => ${replyHours}::int)`;
  const countIn = (table: Prisma.Sql, isPromised: Prisma.Sql) => Prisma.sql`
    SELECT count(*) FILTER (WHERE replied_at < created_at + ${promised}) AS "inTime", count(*) AS total
    FROM ${table}
    WHERE created_at > ${now}::timestamptz - make_interval(days => ${reviewedDays}::int) AND created_at <= ${now}
      AND status <> 'spam' AND consent_withdrawn_at IS NULL AND ${isPromised}
      AND (replied_at IS NOT NULL OR created_at <= ${now}::timestamptz - ${promised})`;
  const statement = Prisma.sql`
    SELECT sum("inTime")::int AS "inTime", sum(total)::int AS total
    FROM (${countIn(tables.lead, Prisma.sql`route = 'review'`)} UNION ALL ${countIn(tables.inquiry, Prisma.sql`true`)}) AS both_kinds`;
  const [counts = { inTime: 0, total: 0 }] = await database(
    (db) => db.$queryRaw<{ inTime: number; total: number }[]>(statement),
    "desk",
  );
  return { ...counts, share: counts.total ? counts.inTime / counts.total : null };
}

const keptMilliseconds = 60_000;
let last: { at: Date; counted: Promise<AnsweredInTime> } | undefined;

/**
 * As `answeredInTime`, at most a minute old: it stands on a page that is read all day, and among a million submissions
 * counting them costs more than the rest of that page.
 * @throws AppError `unavailable`
 */
export function answeredInTimeLately(operator: Operator, { now }: { now: Date }): Promise<AnsweredInTime> {
  const age = last ? now.getTime() - last.at.getTime() : Number.POSITIVE_INFINITY;
  if (last && age >= 0 && age < keptMilliseconds) return last.counted;
  const counting = { at: now, counted: answeredInTime(operator, { now }) };
  last = counting;
  counting.counted.catch(() => {
    if (last === counting) last = undefined;
  });
  return counting.counted;
}
