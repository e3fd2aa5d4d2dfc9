import "server-only";
import pLimit from "p-limit";
import type { Operator } from "../../domain/desk/operator.ts";
import type { DayFigures, Overview } from "../../domain/desk/overview.ts";
import { type DeskDay, type OverviewQuery, toRange } from "../../domain/desk/overview-range.ts";
import { type Fold, OverviewSums } from "../../domain/desk/overview-sums.ts";
import { database, type Work } from "../db.ts";
import { env } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { countDays, countTotals, isKept, keepDays, readKeptFigures, readKeptTotals } from "./overview-days.ts";

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
  const range = toRange(query, now, env().TIME_ZONE);
  const isFixed = (day: DeskDay) => isKept(day, now);
  // The last of the days before may be a part of its day.
  const before = Map.groupBy(range.before, (day) => isFixed(day) && day !== range.before.at(-1));
  const days = Map.groupBy(range.days, isFixed);
  const [keptBefore, kept] = [before.get(true) ?? [], days.get(true) ?? []];
  await keepDays([...keptBefore, ...kept], now, work);
  const names = new Map(range.days.map(({ day, start }) => [start.getTime(), day]));
  const sums = new OverviewSums(range);
  const add = (counted: { start: Date; value: DayFigures }[]) => {
    for (const { start, value } of counted) sums.add(names.get(start.getTime()) ?? "", value);
  };
  // Two at a time: more would take every connection of the desk.
  const inTurn = pLimit(2);
  const addOpen = async (day: DeskDay) => add(await inTurn(() => countDays([day], now, work)));
  // Another instance may forget days between two statements.
  const addPast = async () => {
    const past = await inTurn(() => readKeptFigures(kept, work));
    add(past);
    add(await inTurn(() => countDays(listUnread(kept, past), now, work)));
  };
  const readBefore = async () => {
    const past = await inTurn(() => readKeptTotals(keptBefore, work));
    const others = [...listUnread(keptBefore, past), ...(before.get(false) ?? [])];
    return [...past, ...(await inTurn(() => countTotals(others, now, work)))].map(({ value }) => value);
  };
  const [totalsBefore] = await Promise.all([readBefore(), addPast(), ...(days.get(false) ?? []).map(addOpen)]);
  return sums.toOverview({ before: totalsBefore, fold: await readFold(sums.listNames(), work) });
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
