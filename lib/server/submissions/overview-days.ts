import "server-only";
import { LRUCache } from "lru-cache";
import { type DayFigures, dayNamesMax, replyBounds, replyStep } from "../../domain/desk/overview.ts";
import { type OverviewRange, toRange } from "../../domain/desk/overview-range.ts";
import { hourMilliseconds } from "../../domain/durations.ts";
import { database, driverTransaction, toRaw, type Work } from "../db.ts";
import { env } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { locks } from "../locks.ts";
import { oncePerProcess } from "../once-per-process.ts";
import {
  assistantName,
  dueAt,
  isDueBy,
  isFirst,
  isRepliedInTime,
  isReplyCounted,
  isWaiting,
  linkSource,
  referrerHost,
  replyHours,
  replyTimeAt,
} from "./counted-rows.ts";
import { withoutPreparedStatement } from "./inbox-rows.ts";

type Period = { start: Date; end: Date };

/** The triggers of the table mark what is older than a day: a transaction that began before has half a day to end. */
const keptAfterMilliseconds = 36 * hourMilliseconds;
export const isKept = ({ end }: Period, now: Date) => end.getTime() <= now.getTime() - keptAfterMilliseconds;

const batchDays = 14;
/** Compared by the quarter of an hour: in every zone, days begin on one. */
const batchMarks = 20_000;
/** The most that the overview offers are 52 weeks, and as many days before them. */
const daysInMemory = 400;

/**
 * Counts those of `days` again that are missing or have changed. After an upgrade it takes seconds, as all are missing.
 * @throws AppError `unavailable`
 */
export async function keepDays(days: Period[], now: Date, work: Work, signal?: AbortSignal): Promise<void> {
  await dropStaleDays(now, work);
  const missing = await listMissing(days, work);
  for (const batch of toBatches(missing)) {
    if (signal?.aborted) return;
    await withLock(work, async (tx) => {
      await tx.$executeRaw`
        INSERT INTO overview_days (starts_at, ends_at, figures, valid_until)
          SELECT starts_at, ends_at, figures, valid_until
          FROM ${periods(batch)} CROSS JOIN LATERAL (${selectFigures(now)}) AS day
        ON CONFLICT (starts_at, ends_at) DO UPDATE SET figures = excluded.figures, valid_until = excluded.valid_until`;
    });
  }
}

/**
 * Forgets the figures of days in which submissions have changed or were erased, or a promised reply has become due.
 * @throws AppError `unavailable`
 */
export async function dropStaleDays(now: Date, work: Work): Promise<void> {
  while (await hasStaleDays(now, work)) {
    await withLock(work, async (tx) => {
      await tx.$executeRaw`
        WITH marks AS (
          DELETE FROM overview_stale WHERE id IN (SELECT id FROM overview_stale ORDER BY id LIMIT ${batchMarks})
          RETURNING created_at
        ),
        quarters AS MATERIALIZED (SELECT DISTINCT date_bin('15 minutes', created_at, '2000-01-01Z') AS quarter FROM marks)
        DELETE FROM overview_days WHERE valid_until <= ${now}::timestamptz OR EXISTS (
          SELECT FROM quarters WHERE quarter >= starts_at AND quarter < ends_at)`;
    });
  }
}

async function hasStaleDays(now: Date, work: Work): Promise<boolean> {
  const [found] = await query<{ any: boolean }>(
    Prisma.sql`SELECT EXISTS (SELECT FROM overview_stale)
      OR EXISTS (SELECT FROM overview_days WHERE valid_until <= ${now}::timestamptz) AS any`,
    work,
  );
  return found?.any ?? false;
}

async function listMissing(days: Period[], work: Work): Promise<Period[]> {
  if (!days.length) return [];
  return query<Period>(
    Prisma.sql`SELECT starts_at AS start, ends_at AS end FROM ${periods(days)}
      WHERE NOT EXISTS (SELECT FROM overview_days AS kept
        WHERE kept.starts_at = period.starts_at AND kept.ends_at = period.ends_at) ORDER BY 1 DESC`,
    work,
  );
}

type Version<Value> = { version: string; value: Value };

/**
 * Reads a part of the kept days' rows, ordered by start; days that are not kept are left out. What was read stays in memory
 * with the version of its row, as parsing the figures of twelve weeks takes longer than counting a day.
 */
function createReader<Value>(name: string, part: Prisma.Sql) {
  const memory = oncePerProcess(name, () => new LRUCache<string, Version<Value>>({ max: daysInMemory }));
  const select = (columns: Prisma.Sql, days: Period[]) => Prisma.sql`
    SELECT kept.starts_at AS start, kept.ends_at AS end, kept.xmin::text AS version ${columns}
    FROM overview_days AS kept JOIN ${periods(days)} USING (starts_at, ends_at) ORDER BY 1`;
  const toKey = ({ start, end }: Period) => `${start.toISOString()}/${end.toISOString()}`;

  /** @throws AppError `unavailable` */
  return async (days: Period[], work: Work): Promise<Counted<Value>[]> => {
    if (!days.length) return [];
    const rows = await query<Period & { version: string }>(select(Prisma.empty, days), work);
    const values = new Map<string, Value>();
    for (const row of rows) {
      const known = memory.get(toKey(row));
      if (known?.version === row.version) values.set(toKey(row), known.value);
    }
    const unknown = rows.filter((row) => !values.has(toKey(row)));
    const read = unknown.length
      ? await query<Period & Version<Value>>(select(Prisma.sql`, ${part} AS value`, unknown), work)
      : [];
    for (const { version, value, ...day } of read) {
      memory.set(toKey(day), { version, value });
      values.set(toKey(day), value);
    }
    return rows.flatMap((row) => {
      const value = values.get(toKey(row));
      return value ? [{ start: row.start, value }] : [];
    });
  };
}

export const readKeptFigures = createReader<DayFigures>("kept figures", Prisma.sql`kept.figures`);
export const readKeptTotals = createReader<DayFigures["totals"]>("kept totals", Prisma.sql`kept.figures -> 'totals'`);

type Counted<Value> = { start: Date; value: Value };

/** Counts the days now. @throws AppError `unavailable` */
export const countDays = (days: Period[], now: Date, work: Work) => count<DayFigures>(days, work, selectFigures(now));

/** The totals alone take a fraction of the time. @throws AppError `unavailable` */
export const countTotals = (days: Period[], now: Date, work: Work) =>
  count<DayFigures["totals"]>(days, work, Prisma.sql`SELECT ${totals} AS figures FROM (${selectRows(now)}) AS rows`);

/** `select` has the figures of a period. */
async function count<Value>(days: Period[], work: Work, select: Prisma.Sql): Promise<Counted<Value>[]> {
  const counted: Counted<Value>[] = [];
  for (const batch of toBatches(days)) {
    const statement = Prisma.sql`SELECT starts_at AS start, figures AS value
      FROM ${periods(batch)} CROSS JOIN LATERAL (${select}) AS day ORDER BY 1`;
    counted.push(...(await query<Counted<Value>>(statement, work)));
  }
  return counted;
}

/** What one statement counts within its time limit. */
function toBatches(days: Period[]): Period[][] {
  return Array.from({ length: Math.ceil(days.length / batchDays) }, (_, at) =>
    days.slice(at * batchDays, (at + 1) * batchDays),
  );
}

/** The weeks that the overview offers, and those before: after an upgrade, and in the night, nobody waits for them. */
export async function keepOfferedDays(now: Date, signal?: AbortSignal): Promise<void> {
  const { days, before }: OverviewRange = toRange({ weeks: 52 }, now, env().TIME_ZONE);
  const kept = [...before, ...days].filter((day) => isKept(day, now));
  await keepDays(kept, now, "maintenance", signal);
}

async function query<Row extends object>(statement: Prisma.Sql, work: Work): Promise<Row[]> {
  const { rows } = await database((_db, pool) => pool.query<Row>(withoutPreparedStatement(statement)), work);
  return rows;
}

/** One process after another: figures that were counted earlier never overwrite later ones. */
function withLock(work: Work, change: (tx: ReturnType<typeof toRaw>) => Promise<void>): Promise<void> {
  return database(
    (_db, pool) =>
      driverTransaction(pool, async (client) => {
        await client.query("SELECT pg_advisory_xact_lock($1)", [locks.overview]);
        await change(toRaw(client));
      }),
    work,
  );
}

function periods(days: Period[]): Prisma.Sql {
  return Prisma.sql`unnest(${days.map(({ start }) => start)}::timestamptz[],
    ${days.map(({ end }) => end)}::timestamptz[]) AS period (starts_at, ends_at)`;
}

/** The figures of a period (`DayFigures`), and until when they hold. */
function selectFigures(now: Date): Prisma.Sql {
  return Prisma.sql`
    WITH rows AS MATERIALIZED (${selectRows(now)}),
    agents AS MATERIALIZED (
      SELECT agent, row_number() OVER (ORDER BY count(*) DESC, agent) AS place FROM rows WHERE agent IS NOT NULL GROUP BY agent
    ),
    counts AS (
      SELECT "group", CASE WHEN place > ${dayNamesMax} THEN '' ELSE agent END AS agent, status, confirmed, sum(count)::int AS count
      FROM (SELECT "group", agent, status, confirmed, count(*) AS count FROM rows GROUP BY 1, 2, 3, 4) AS grouped
      LEFT JOIN agents USING (agent) GROUP BY 1, 2, 3, 4
    ),
    sources AS MATERIALIZED (
      SELECT kind, name, sum(count)::int AS total, sum(qualified)::int AS qualified,
        row_number() OVER (ORDER BY sum(count) DESC, kind, name) AS place
      FROM (
        SELECT split_part(key, ':', 1) AS kind, substr(key, strpos(key || ':', ':') + 1) AS name, count, qualified
        FROM (
          SELECT submission_source(utm, host, agent) AS key, count(*) AS count,
            count(*) FILTER (WHERE "group" = 'qualified') AS qualified
          FROM rows GROUP BY utm, host, agent
        ) AS origins
      ) AS named GROUP BY kind, name
    ),
    lost AS (
      SELECT close_reason AS reason, count(*)::int AS count FROM rows WHERE status = 'lost' AND close_reason IS NOT NULL
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${dayNamesMax}
    ),
    answers AS (
      SELECT question, score::int AS score, count(*)::int AS count,
        (count(*) FILTER (WHERE "group" = 'qualified'))::int AS qualified
      FROM (SELECT generate_series(0, 8) AS question, unnest(answers) AS score, "group" FROM rows WHERE answers <> '{}') AS answer
      GROUP BY 1, 2
    ),
    times AS (
      SELECT floor(ln(greatest(hours, 0) * 60 + 1) / ln(${replyStep}::float8))::int AS step, count(*)::int AS count
      FROM rows WHERE promised AND hours IS NOT NULL GROUP BY 1
    )
    SELECT json_build_object(
      'counts', (SELECT coalesce(json_agg(json_build_array("group", agent, status, confirmed, count)), '[]') FROM counts),
      'sources', (SELECT coalesce(json_agg(json_build_array(kind, name, total, qualified)), '[]') FROM sources
        WHERE place <= ${dayNamesMax}),
      'restSources', (SELECT json_build_array(count(*), coalesce(sum(total), 0), coalesce(sum(qualified), 0)) FROM sources
        WHERE place > ${dayNamesMax}),
      'lost', (SELECT coalesce(json_agg(json_build_array(reason, count)), '[]') FROM lost),
      'answers', (SELECT coalesce(json_agg(json_build_array(question, score, count, qualified)), '[]') FROM answers),
      'replies', (SELECT json_build_object(
          'promised', count(*), 'answered', count(hours), 'inTime', count(*) FILTER (WHERE in_time),
          'due', count(*) FILTER (WHERE hours IS NOT NULL OR past), 'waiting', count(*) FILTER (WHERE waits),
          'late', count(*) FILTER (WHERE waits AND past), 'distribution', json_build_array(${distribution}),
          'times', (SELECT coalesce(json_agg(json_build_array(step, count)), '[]') FROM times))
        FROM rows WHERE promised),
      'totals', (SELECT ${totals} FROM rows)
    ) AS figures,
    (SELECT min(due) FROM rows WHERE promised AND hours IS NULL AND NOT past) AS valid_until`;
}

const totals = Prisma.sql`json_build_object('total', count(*), 'evaluations', count(*) FILTER (WHERE "group" <> 'inquiry'),
  'qualified', count(*) FILTER (WHERE "group" = 'qualified'), 'won', count(*) FILTER (WHERE status = 'won'),
  'lost', count(*) FILTER (WHERE status = 'lost'))`;

/** Without spam. `promised` is a reply, without what was withdrawn. */
function selectRows(now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT coalesce(route, kind) AS "group", ${assistantName} AS agent, status,
      consent_confirmed_at IS NOT NULL AND consent_withdrawn_at IS NULL AS confirmed,
      ${linkSource} AS utm, ${referrerHost} AS host, close_reason, answers, ${isReplyCounted} AS promised,
      ${replyHours} AS hours, ${isRepliedInTime} AS in_time, ${dueAt} AS due, ${isDueBy(now)} AS past, ${isWaiting} AS waits
    FROM submissions WHERE created_at >= period.starts_at AND created_at < period.ends_at AND ${isFirst}
      AND status <> 'spam'`;
}

const distribution = Prisma.join(
  Array.from(
    { length: replyBounds.length + 1 },
    (_, at) => Prisma.sql`count(*) FILTER (WHERE ${replyTimeAt(Prisma.sql`hours`)} = ${at})`,
  ),
);
