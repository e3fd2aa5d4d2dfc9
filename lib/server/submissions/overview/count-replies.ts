import "server-only";
import { LRUCache } from "lru-cache";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import { rawDatabase } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { describeError, log } from "../../log.ts";
import { oncePerProcess } from "../../process.ts";
import { dueAt } from "../../queue/clock-mails.ts";
import { isDueBy, isFirst, isRepliedInTime, isReplyCounted, isWaiting } from "../core/counted-rows.ts";

/** Counts the submissions of any age that wait for a reply: `due` within the promised time, `late` after it. */
export async function countReplies({ now }: { now: Date }): Promise<{ due: number; late: number }> {
  const [counts] = await rawDatabase("desk").$queryRaw<{ due: number; late: number }[]>`
    SELECT (count(*) FILTER (WHERE ${dueAt} > ${now}::timestamptz))::int AS due,
      (count(*) FILTER (WHERE ${dueAt} <= ${now}::timestamptz))::int AS late
    FROM submissions WHERE ${isWaiting}`;
  if (!counts) throw new Error("a count returned no row");
  return counts;
}

export const reviewedDays = 30;

/** `share` is from 0 to 1, or null if no reply was due. */
export type RepliedInTime = { inTime: number; total: number; share: number | null };

/**
 * Counts the last thirty days. Includes overdue submissions, even if closed without a reply. Excludes spam, withdrawn
 * submissions and those that may still be answered in time.
 */
export async function countRepliedInTime({ now }: OperatorContext): Promise<RepliedInTime> {
  const statement = Prisma.sql`
    SELECT count(*) FILTER (WHERE ${isRepliedInTime})::int AS "inTime", count(*)::int AS total
    FROM submissions
    WHERE created_at > ${now}::timestamptz - make_interval(days => ${reviewedDays}::int) AND created_at <= ${now}
      AND ${isFirst} AND ${isReplyCounted} AND (replied_at IS NOT NULL OR ${isDueBy(now)})`;
  const [counts = { inTime: 0, total: 0 }] =
    await rawDatabase("desk").$queryRaw<{ inTime: number; total: number }[]>(statement);
  return { ...counts, share: counts.total ? counts.inTime / counts.total : null };
}

const keptMilliseconds = 60_000;

const kept = oncePerProcess(
  "answered in time",
  () =>
    new LRUCache<"share", RepliedInTime, OperatorContext>({
      max: 1,
      ttl: keptMilliseconds,
      fetchMethod: (_key, _stale, { context }) => countRepliedInTime(context),
    }),
);

/** Counted once a minute at most, because it costs more than the rest of the inbox. Null if unknown. */
export function findReplyRate(context: OperatorContext): Promise<RepliedInTime | null> {
  return kept.forceFetch("share", { context }).catch((error: unknown) => {
    log().warn({ error: describeError(error) }, "the share answered in time could not be counted");
    return null;
  });
}
