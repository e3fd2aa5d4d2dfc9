import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import {
  type Overview,
  type OverviewSpan,
  type Replies,
  toWeeks,
  type WeekCount,
  weekMilliseconds,
  weekStarts,
} from "../../domain/desk/overview.ts";
import { deskTimeZone } from "../../domain/desk/time-zone.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { type Counts, countsOf } from "./overview-counts.ts";
import { type ReplyTimes, replyTimes } from "./reply-times.ts";
import { unnamed } from "./unnamed.ts";

/**
 * What was submitted in the last `weeks` weeks of the desk's clock, this one included, spam as well; and how those were
 * answered who were promised a reply, without spam.
 * @throws AppError `unavailable`
 */
export async function getOverview(
  _operator: Operator,
  { weeks }: { weeks: OverviewSpan },
  { now }: { now: Date },
): Promise<Overview> {
  const starts = weekStarts(now, weeks, deskTimeZone);
  const [first = now, last = now] = [starts[0], starts.at(-1)];
  // The week before is counted in two parts, so that this one is measured against as much of it.
  const sameTime = new Date(Math.min(now.getTime() - weekMilliseconds + 1, last.getTime()));
  const bounds = [...starts.slice(0, -1), sameTime, last];
  // One after the other, each within a time limit of its own: a year of a million leads takes either about a second.
  const [counts] = await rowsOf<Counts>(countsOf(bounds, now));
  const [times] = await rowsOf<ReplyTimes>(replyTimes(first, now));
  if (!counts || !times) throw new Error("a count without a row");
  return { ...overviewOf(starts, counts), replies: repliesOf(times) };
}

async function rowsOf<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  const { rows } = await database((_db, pool) => pool.query<Row>(unnamed(statement)), "desk");
  return rows;
}

function overviewOf(starts: readonly Date[], { weeks: counts, agents, sources, rest }: Counts) {
  const beforeLast = starts.length - 2;
  const sumOf = (chosen: WeekCount[]) => chosen.reduce((sum, { count }) => sum + count, 0);
  const weeks = toWeeks(
    starts,
    agents,
    counts.map((count) => (count.week > beforeLast ? { ...count, week: count.week - 1 } : count)),
  );
  const qualified = sumOf(counts.filter(({ group }) => group === "qualified"));
  return {
    weeks,
    agents,
    sources: { shown: sources, rest: rest.sources ? rest : null },
    total: sumOf(counts),
    leads: sumOf(counts.filter(({ group }) => group !== "inquiry")),
    qualified,
    sameTimeLastWeek: sumOf(counts.filter(({ week }) => week === beforeLast)),
  };
}

function repliesOf({ quantiles, ...times }: ReplyTimes): Replies {
  const { promised, answered, waiting } = times;
  const [median = null, ninetieth = null] = quantiles ?? [];
  return { ...times, median, ninetieth, closed: promised - answered - waiting };
}
