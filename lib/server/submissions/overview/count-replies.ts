import "server-only";
import type { RequestContext } from "../../../domain/request-context.ts";
import { database, type Work } from "../../db.ts";
import { dueAt } from "../../queue/clock-mails.ts";
import { isWaiting } from "../core/counted-rows.ts";

/**
 * Counts promised replies that are pending: `due` within the promised time, `late` after it.
 * @throws AppError `unavailable`
 */
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
