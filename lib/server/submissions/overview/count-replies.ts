import "server-only";
import type { Operator } from "../../../domain/access/operator.ts";
import type { RequestContext } from "../../../domain/request-context.ts";
import { database, type Work } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { describeError, log } from "../../log.ts";
import { oncePerProcess } from "../../once-per-process.ts";
import { dueAt } from "../../queue/clock-mails.ts";
import { isDueBy, isFirst, isRepliedInTime, isReplyCounted, isWaiting } from "../core/counted-rows.ts";

/** `due` within the promised time, `late` after it. */
export async function countReplies(
  { now }: Pick<RequestContext, "now">,
  work: Work = "desk",
): Promise<{ due: number; late: number }> {
  const [counts] = await database(
    (db) => db.$queryRaw<{ due: number; late: number }[]>`
      SELECT (count(*) FILTER (WHERE ${dueAt} > ${now}::timestamptz))::int AS due,
        (count(*) FILTER (WHERE ${dueAt} <= ${now}::timestamptz))::int AS late
      FROM submissions WHERE ${isWaiting}`,
    work,
  );
  if (!counts) throw new Error("a count returned no row");
  return counts;
}

type Context = { operator: Operator; now: Date };

export const reviewedDays = 30;

/** `share` is from 0 to 1; null if nothing was due. */
export type AnsweredInTime = { inTime: number; total: number; share: number | null };

/**
 * Counts the submissions of the last thirty days with a promised reply, and how many were answered in time. Includes
 * overdue submissions, even if closed without a reply. Excludes spam, withdrawn submissions and those that may still be
 * answered in time.
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

/**
 * Caches a count. Starts it at most once a minute and never twice at once. While it runs, or if it fails, the last
 * value stays valid for ten minutes. Without a valid value, callers wait, and get null if the count fails.
 */
export class CachedCount<Input extends { now: Date }, Value> {
  readonly #count: (input: Input) => Promise<Value>;
  #kept: { at: Date; value: Value } | undefined;
  #begunAt: Date | undefined;
  #running: Promise<void> | undefined;

  constructor(count: (input: Input) => Promise<Value>) {
    this.#count = count;
  }

  async get(input: Input): Promise<Value | null> {
    const { now } = input;
    if (!isWithin(freshMilliseconds, this.#begunAt, now)) this.#running ??= this.#begin(input);
    if (!isWithin(keptMilliseconds, this.#kept?.at, now)) await this.#running;
    return isWithin(keptMilliseconds, this.#kept?.at, now) ? (this.#kept?.value ?? null) : null;
  }

  async #begin(input: Input): Promise<void> {
    this.#begunAt = input.now;
    try {
      this.#kept = { value: await this.#count(input), at: input.now };
    } catch (error) {
      log().warn({ error: describeError(error) }, "the share answered in time could not be counted");
    } finally {
      this.#running = undefined;
    }
  }
}

function isWithin(milliseconds: number, since: Date | undefined, now: Date): boolean {
  // Uses the absolute difference, because simultaneous page loads may have slightly different times.
  return since !== undefined && Math.abs(now.getTime() - since.getTime()) < milliseconds;
}

const kept = oncePerProcess("answered in time", () => new CachedCount(countAnsweredInTime));

/** With a million submissions, the count costs more than the rest of the inbox. Null if unknown. */
export function findAnsweredInTime(context: Context): Promise<AnsweredInTime | null> {
  return kept.get(context);
}
