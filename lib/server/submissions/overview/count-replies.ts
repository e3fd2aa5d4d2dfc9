import "server-only";
import type { Operator } from "../../../domain/access/operator.ts";
import type { RequestContext } from "../../../domain/request-context.ts";
import { database } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { describeError, log } from "../../log.ts";
import { oncePerProcess } from "../../once-per-process.ts";
import { dueAt } from "../../queue/clock-mails.ts";
import { isDueBy, isFirst, isRepliedInTime, isReplyCounted, isWaiting } from "../core/counted-rows.ts";

/** `due`: within the promised time. `late`: after it. */
export async function countReplies({ now }: Pick<RequestContext, "now">): Promise<{ due: number; late: number }> {
  const [counts] = await database(
    (db) => db.$queryRaw<{ due: number; late: number }[]>`
      SELECT (count(*) FILTER (WHERE ${dueAt} > ${now}::timestamptz))::int AS due,
        (count(*) FILTER (WHERE ${dueAt} <= ${now}::timestamptz))::int AS late
      FROM submissions WHERE ${isWaiting}`,
    "desk",
  );
  if (!counts) throw new Error("a count returned no row");
  return counts;
}

type Context = { operator: Operator; now: Date };

export const reviewedDays = 30;

/** `share` is from 0 to 1, or null if no reply was due. */
export type AnsweredInTime = { inTime: number; total: number; share: number | null };

/**
 * Counts the last thirty days. Includes overdue submissions, even if closed without a reply. Excludes spam, withdrawn
 * submissions and those that may still be answered in time.
 */
export async function countAnsweredInTime({ now }: Context): Promise<AnsweredInTime> {
  const statement = Prisma.sql`
    SELECT count(*) FILTER (WHERE ${isRepliedInTime})::int AS "inTime", count(*)::int AS total
    FROM submissions
    WHERE created_at > ${now}::timestamptz - make_interval(days => ${reviewedDays}::int) AND created_at <= ${now}
      AND ${isFirst} AND ${isReplyCounted} AND (replied_at IS NOT NULL OR ${isDueBy(now)})`;
  const [counts = { inTime: 0, total: 0 }] = await database(
    (db) => db.$queryRaw<{ inTime: number; total: number }[]>(statement),
    "desk",
  );
  return { ...counts, share: counts.total ? counts.inTime / counts.total : null };
}

const freshMilliseconds = 60_000;
const keptMilliseconds = 10 * 60_000;

/** Counts once a minute at most, never twice at once. Values last ten minutes; then callers wait, or get null. */
export function cacheCount<Input extends { now: Date }, Value>(count: (input: Input) => Promise<Value>) {
  let kept: { at: Date; value: Value } | undefined;
  let begunAt: Date | undefined;
  let running: Promise<void> | undefined;
  const begin = async (input: Input) => {
    begunAt = input.now;
    try {
      kept = { value: await count(input), at: input.now };
    } catch (error) {
      log().warn({ error: describeError(error) }, "the share answered in time could not be counted");
    } finally {
      running = undefined;
    }
  };
  return async (input: Input): Promise<Value | null> => {
    const { now } = input;
    if (!isWithin(freshMilliseconds, begunAt, now)) running ??= begin(input);
    if (!isWithin(keptMilliseconds, kept?.at, now)) await running;
    return isWithin(keptMilliseconds, kept?.at, now) ? (kept?.value ?? null) : null;
  };
}

function isWithin(milliseconds: number, since: Date | undefined, now: Date): boolean {
  // Uses the absolute difference, because simultaneous page loads may have slightly different times.
  return since !== undefined && Math.abs(now.getTime() - since.getTime()) < milliseconds;
}

/** Cached, because with a million submissions the count costs more than the rest of the inbox. Null if unknown. */
export const findAnsweredInTime = oncePerProcess("answered in time", () => cacheCount(countAnsweredInTime));
