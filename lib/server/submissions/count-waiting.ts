import "server-only";
import { parseInboxQuery } from "../../domain/desk/inbox-query.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { replyHours } from "../../domain/submissions/reply-hours.ts";
import type { CappedCount } from "../../domain/submissions/submission.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { countRows } from "./count-rows.ts";
import { and, branchesOf } from "./inbox-filters.ts";

/**
 * How many wait for their first reply, whenever they wrote: those of the inbox, due first; and how many of them longer
 * than was promised.
 * @throws AppError `unavailable`
 */
export async function countWaiting(
  _operator: Operator,
  { now }: { now: Date },
): Promise<{ waiting: CappedCount; late: CappedCount }> {
  const waits = branchesOf(parseInboxQuery({}), "waiting");
  const isPast = Prisma.sql`created_at <= ${now}::timestamptz - make_interval(hours => ${replyHours}::int)`;
  const [waiting, late] = await Promise.all([
    countRows(waits),
    countRows(waits.map((branch) => ({ ...branch, where: and([branch.where, isPast]) }))),
  ]);
  return { waiting, late };
}
