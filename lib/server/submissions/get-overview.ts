import "server-only";
import { type Fold, listNames, mergeOverview } from "../../domain/desk/merge-overview.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import type { Overview } from "../../domain/desk/overview.ts";
import { type DeskDay, type OverviewQuery, toRange } from "../../domain/desk/overview-range.ts";
import { toDay } from "../../domain/time-zone.ts";
import { database, type Work } from "../db.ts";
import { env } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { isDueBy, isFirst, isRepliedInTime, isReplyCounted } from "./counted-rows.ts";
import { countDays, isKept, keepDays, readKeptFigures, readKeptTotals } from "./overview-days.ts";

type Context = { operator: Operator; now: Date };

/**
 * The figures of a range in the desk's time zone, up to now and without spam. Days that are over are kept (./overview-days),
 * the last are counted now.
 * @throws AppError `unavailable`
 */
export function getOverview(query: OverviewQuery, { now }: Context): Promise<Overview> {
  return countOverview(query, now);
}

/** `getOverview` for the weekly mail. @throws AppError `unavailable` */
export async function countOverview(query: OverviewQuery, now: Date, work: Work = "desk"): Promise<Overview> {
  const timeZone = env().TIME_ZONE;
  const range = toRange(query, now, timeZone);
  const isFixed = (day: DeskDay) => isKept(day, now);
  // The last of the days before may be a part of its day.
  const before = Map.groupBy(range.before, (day) => isFixed(day) && day !== range.before.at(-1));
  const days = Map.groupBy(range.days, isFixed);
  const [keptBefore, kept] = [before.get(true) ?? [], days.get(true) ?? []];
  await keepDays([...keptBefore, ...kept], now, work);
  const count = async (some: DeskDay[], someBefore: DeskDay[]) => ({
    counted: await countDays(some, now, work),
    countedBefore: await countDays(someBefore, now, work),
  });
  // Another instance may forget some of them between two statements.
  const read = async () => {
    const [past, totals] = [await readKeptFigures(kept, work), await readKeptTotals(keptBefore, work)];
    return { past, totals, ...(await count(listUnread(kept, past), listUnread(keptBefore, totals))) };
  };
  // Two at a time: more would take every connection of the desk.
  const [kepts, opens] = await Promise.all([read(), count(days.get(false) ?? [], before.get(false) ?? [])]);
  const all = [
    ...kepts.past.map(({ start, value }) => ({ start, figures: value })),
    ...kepts.counted,
    ...opens.counted,
  ];
  const named = all.map(({ start, figures }) => ({ day: toDay(start, timeZone), figures }));
  const allBefore = [...kepts.countedBefore, ...opens.countedBefore].map(({ figures }) => figures.totals);
  return mergeOverview(range, named, {
    before: [...kepts.totals.map(({ value }) => value), ...allBefore],
    fold: await readFold(listNames(named.map((day) => day.figures)), work),
  });
}

function listUnread(days: DeskDay[], read: { start: Date }[]): DeskDay[] {
  const starts = new Set(read.map(({ start }) => start.getTime()));
  return days.filter(({ start }) => !starts.has(start.getTime()));
}

/** As the lists compare these names: lower case depends on the database's locale. */
async function readFold(names: string[], work: Work): Promise<Fold> {
  if (!names.length) return (name) => name;
  const statement = Prisma.sql`SELECT name, lower(name) AS folded FROM unnest(${names}::text[]) AS name`;
  const rows = await database((db) => db.$queryRaw<{ name: string; folded: string }[]>(statement), work);
  const folded = new Map(rows.map((row) => [row.name, row.folded]));
  return (name) => folded.get(name) ?? name;
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
let last: { at: Date; counted: Promise<AnsweredInTime> } | undefined;

/**
 * `countAnsweredInTime`, counted again at most once a minute; whoever asks then gets the last one if it is not older than
 * ten minutes. The inbox shows it all day, and with a million submissions the count costs more than the rest of the page.
 * @throws AppError `unavailable`
 */
export function countAnsweredInTimeCached({ operator, now }: Context): Promise<AnsweredInTime> {
  const known = last;
  const age = known ? now.getTime() - known.at.getTime() : Number.POSITIVE_INFINITY;
  if (known && age >= 0 && age < freshMilliseconds) return known.counted;
  const counting = { at: now, counted: countAnsweredInTime({ operator, now }) };
  last = counting;
  counting.counted.catch(() => {
    if (last === counting) last = undefined;
  });
  return known && age >= 0 && age < keptMilliseconds ? known.counted : counting.counted;
}
