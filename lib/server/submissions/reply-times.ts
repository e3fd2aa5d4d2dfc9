import "server-only";
import { type Replies, replyBounds } from "../../domain/desk/overview.ts";
import { replyHours } from "../../domain/submissions/reply-hours.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { waitingStatuses } from "./inbox-filters.ts";
import { tables } from "./tables.ts";

export type ReplyTimes = Omit<Replies, "closed" | "median" | "ninetieth"> & { quantiles: (number | null)[] | null };

/** How those were answered who were promised a reply and wrote from `start` to `now`. A reply at the bound is beyond it. */
export function replyTimes(start: Date, now: Date): Prisma.Sql {
  const part = (table: Prisma.Sql, isPromised: Prisma.Sql) => Prisma.sql`
    SELECT (extract(epoch FROM replied_at - created_at) / 3600)::float8 AS hours,
      created_at <= ${now}::timestamptz - make_interval(hours => ${replyHours}::int) AS past,
      replied_at IS NULL AND status = ANY (${waitingStatuses}::text[]) AS waits
    FROM ${table} WHERE created_at >= ${start} AND created_at <= ${now} AND status <> 'spam'
      AND consent_withdrawn_at IS NULL AND ${isPromised}`;
  const parts = Array.from({ length: replyBounds.length + 1 }, (_, at) => {
    return Prisma.sql`count(*) FILTER (WHERE width_bucket(hours, ${replyBounds}::float8[]) = ${at})`;
  });
  return Prisma.sql`
    SELECT count(*)::int AS promised, count(hours)::int AS answered,
      (count(*) FILTER (WHERE hours < ${replyHours}))::int AS "inTime",
      (count(*) FILTER (WHERE hours IS NOT NULL OR past))::int AS due,
      (count(*) FILTER (WHERE waits))::int AS waiting, (count(*) FILTER (WHERE waits AND past))::int AS late,
      percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY hours) AS quantiles,
      ARRAY[${Prisma.join(parts)}]::int[] AS distribution
    FROM (
      ${part(tables.lead, Prisma.sql`route = 'review'`)} UNION ALL ${part(tables.inquiry, Prisma.sql`true`)}
    ) AS promised`;
}
