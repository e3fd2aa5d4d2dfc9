import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import {
  listWeekStarts,
  type Overview,
  type OverviewSpan,
  type Replies,
  replyBounds,
  type SourceCount,
  shownAgentsMax,
  shownSourcesMax,
  toWeeks,
  type WeekCount,
  weekMilliseconds,
} from "../../domain/desk/overview.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { dueAt, isPromisedReply, isWaiting, withoutPreparedStatement } from "./inbox-rows.ts";

type Context = { operator: Operator; now: Date };

/**
 * Counts the submissions of the last `weeks` weeks in the desk's time zone, including this week and spam; and the replies
 * to those that were promised one, without spam.
 * @throws AppError `unavailable`
 */
export async function getOverview({ weeks }: { weeks: OverviewSpan }, { now }: Context): Promise<Overview> {
  const starts = listWeekStarts(now, weeks, env().TIME_ZONE);
  const [first = now, last = now] = [starts[0], starts.at(-1)];
  // Last week is counted in two parts, so that this week can be compared with the same part of it.
  const sameTime = new Date(Math.min(now.getTime() - weekMilliseconds + 1, last.getTime()));
  const bounds = [...starts.slice(0, -1), sameTime, last];
  // Not in parallel, so that each has the whole time limit: with a million submissions a year, each takes about a second.
  const [counts] = await queryRows<Counts>(selectCounts(bounds, now));
  const [times] = await queryRows<ReplyTimes>(selectReplyTimes(first, now));
  if (!counts || !times) throw new Error("a count returned no row");
  return { ...toTotals(starts, counts), replies: toReplies(times) };
}

async function queryRows<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  const { rows } = await database((_db, pool) => pool.query<Row>(withoutPreparedStatement(statement)), "desk");
  return rows;
}

function toTotals(starts: readonly Date[], { weeks: counts, agents, sources, rest }: Counts) {
  const beforeLast = starts.length - 2;
  const sumCounts = (chosen: WeekCount[]) => chosen.reduce((sum, { count }) => sum + count, 0);
  const weeks = toWeeks(
    starts,
    agents,
    counts.map((count) => (count.week > beforeLast ? { ...count, week: count.week - 1 } : count)),
  );
  const qualified = sumCounts(counts.filter(({ group }) => group === "qualified"));
  return {
    weeks,
    agents,
    sources: { shown: sources, rest: rest.sources ? rest : null },
    total: sumCounts(counts),
    evaluations: sumCounts(counts.filter(({ group }) => group !== "inquiry")),
    qualified,
    sameTimeLastWeek: sumCounts(counts.filter(({ week }) => week === beforeLast)),
  };
}

function toReplies({ quantiles, ...times }: ReplyTimes): Replies {
  const { promised, answered, waiting } = times;
  const [median = null, ninetieth = null] = quantiles ?? [];
  return { ...times, median, ninetieth, closed: promised - answered - waiting };
}

type Counts = {
  weeks: WeekCount[];
  agents: string[];
  sources: SourceCount[];
  /** Totals of all other sources. */
  rest: { sources: number; total: number; qualified: number };
};

/** Names with the same first characters count as one source. */
const nameMax = 120;

/**
 * Counts submissions from the first of `starts` to `end` in one pass. Names are compared without case and shown in their
 * most common spelling. A row's week is the index of the last start before it.
 */
function selectCounts(starts: readonly Date[], end: Date): Prisma.Sql {
  return Prisma.sql`
    WITH counted AS MATERIALIZED (
      SELECT week, "group", agent, utm, host, count(*)::int AS count
      FROM (
        SELECT width_bucket(created_at, ${starts}::timestamptz[]) - 1 AS week, coalesce(route, kind) AS "group",
          CASE WHEN channel = 'ai_agent' THEN agent_name END AS agent, left(utm ->> 'utm_source', ${nameMax}) AS utm,
          CASE WHEN referrer LIKE '%_://_%' THEN left(split_part(referrer, '/', 3), ${nameMax}) END AS host
        FROM submissions WHERE created_at >= ${starts[0]} AND created_at <= ${end} AND repeat_of IS NULL
      ) AS period
      GROUP BY week, "group", agent, utm, host
    ),
    agents AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY sum(count) DESC, lower(agent)) AS place, lower(agent) AS folded,
        (array_agg(agent ORDER BY count DESC, agent))[1] AS name
      FROM (SELECT agent, sum(count) AS count FROM counted WHERE agent IS NOT NULL GROUP BY agent) AS spelled
      GROUP BY lower(agent) ORDER BY place LIMIT ${shownAgentsMax}
    ),
    weeks AS (
      SELECT week, "group", CASE WHEN agent IS NULL THEN 0 ELSE coalesce(place, ${shownAgentsMax + 1}) END AS agent,
        sum(count)::int AS count
      FROM counted LEFT JOIN agents ON folded = lower(agent) GROUP BY 1, 2, 3
    ),
    named AS (
      SELECT CASE WHEN utm <> '' THEN utm WHEN host <> '' THEN ${cleanHost} END AS name, agent, count, qualified
      FROM (
        SELECT utm, host, agent, sum(count) AS count, coalesce(sum(count) FILTER (WHERE "group" = 'qualified'), 0) AS qualified
        FROM counted GROUP BY utm, host, agent
      ) AS origins
    ),
    sources AS MATERIALIZED (
      SELECT row_number() OVER (ORDER BY sum(count) DESC, kind, lower(name)) AS place, kind,
        (array_agg(name ORDER BY count DESC, name))[1] AS name, sum(count)::int AS total, sum(qualified)::int AS qualified
      FROM (
        SELECT CASE WHEN named.name <> '' THEN 'named' WHEN agent IS NOT NULL THEN 'agent' ELSE 'direct' END AS kind,
          coalesce(nullif(named.name, ''), agent, '') AS name, sum(count) AS count, sum(qualified) AS qualified
        FROM named GROUP BY 1, 2
      ) AS spelled
      GROUP BY kind, lower(name)
    )
    SELECT (SELECT coalesce(json_agg(weeks), '[]') FROM weeks) AS weeks,
      (SELECT coalesce(json_agg(name ORDER BY place), '[]') FROM agents) AS agents,
      (SELECT coalesce(json_agg(json_build_object('kind', kind, 'name', name, 'total', total, 'qualified', qualified)
        ORDER BY place), '[]') FROM sources WHERE place <= ${shownSourcesMax}) AS sources,
      (SELECT json_build_object('sources', count(*), 'total', coalesce(sum(total), 0),
        'qualified', coalesce(sum(qualified), 0)) FROM sources WHERE place > ${shownSourcesMax}) AS rest`;
}

/** The host without user info, port, query and leading "www.". */
const cleanHost = Prisma.sql`
  regexp_replace(regexp_replace(lower(host), '^.*@|[?#].*$', '', 'g'), '^www\\.|:[0-9]*$|\\.$', '', 'g')`;

type ReplyTimes = Omit<Replies, "closed" | "median" | "ninetieth"> & { quantiles: (number | null)[] | null };

/** Replies to submissions from `start` to `now` that were promised one. A reply exactly at a bound counts as beyond it. */
function selectReplyTimes(start: Date, now: Date): Prisma.Sql {
  const parts = Array.from({ length: replyBounds.length + 1 }, (_, at) => {
    return Prisma.sql`count(*) FILTER (WHERE width_bucket(hours, ${replyBounds}::float8[]) = ${at})`;
  });
  return Prisma.sql`
    SELECT count(*)::int AS promised, count(hours)::int AS answered,
      (count(*) FILTER (WHERE "inTime"))::int AS "inTime",
      (count(*) FILTER (WHERE hours IS NOT NULL OR past))::int AS due,
      (count(*) FILTER (WHERE waits))::int AS waiting, (count(*) FILTER (WHERE waits AND past))::int AS late,
      percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY hours) AS quantiles,
      ARRAY[${Prisma.join(parts)}]::int[] AS distribution
    FROM (
      SELECT (extract(epoch FROM replied_at - created_at) / 3600)::float8 AS hours,
        replied_at < ${dueAt} AS "inTime", ${dueAt} <= ${now}::timestamptz AS past, ${isWaiting} AS waits
      FROM submissions WHERE created_at >= ${start} AND created_at <= ${now} AND status <> 'spam'
        AND consent_withdrawn_at IS NULL AND repeat_of IS NULL AND ${isPromisedReply}
    ) AS promised`;
}

export const reviewedDays = 30;

/** `share` is from 0 to 1; null if nothing was due. */
export type AnsweredInTime = { inTime: number; total: number; share: number | null };

/**
 * Counts the submissions of the last thirty days that were promised a reply, and those answered in time. Includes
 * submissions that are answered or overdue, also those closed without a reply; excludes spam, withdrawn ones and those
 * that may still be answered in time.
 * @throws AppError `unavailable`
 */
export async function countAnsweredInTime({ now }: Context): Promise<AnsweredInTime> {
  const statement = Prisma.sql`
    SELECT count(*) FILTER (WHERE replied_at < ${dueAt})::int AS "inTime", count(*)::int AS total
    FROM submissions
    WHERE created_at > ${now}::timestamptz - make_interval(days => ${reviewedDays}::int) AND created_at <= ${now}
      AND status <> 'spam' AND consent_withdrawn_at IS NULL AND repeat_of IS NULL AND ${isPromisedReply}
      AND (replied_at IS NOT NULL OR ${dueAt} <= ${now}::timestamptz)`;
  const [counts = { inTime: 0, total: 0 }] = await database(
    (db) => db.$queryRaw<{ inTime: number; total: number }[]>(statement),
    "desk",
  );
  return { ...counts, share: counts.total ? counts.inTime / counts.total : null };
}

const keptMilliseconds = 60_000;
let last: { at: Date; counted: Promise<AnsweredInTime> } | undefined;

/**
 * `countAnsweredInTime`, at most a minute old. The inbox shows it all day, and with a million submissions the count costs
 * more than the rest of the page.
 * @throws AppError `unavailable`
 */
export function countAnsweredInTimeCached({ operator, now }: Context): Promise<AnsweredInTime> {
  const age = last ? now.getTime() - last.at.getTime() : Number.POSITIVE_INFINITY;
  if (last && age >= 0 && age < keptMilliseconds) return last.counted;
  const counting = { at: now, counted: countAnsweredInTime({ operator, now }) };
  last = counting;
  counting.counted.catch(() => {
    if (last === counting) last = undefined;
  });
  return counting.counted;
}
