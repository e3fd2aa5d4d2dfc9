import "server-only";
import type { Cursor } from "../../domain/desk/inbox-query.ts";
import type { ConsentState } from "../../domain/submissions/consent.ts";
import { toDayRange } from "../../domain/time-zone.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import {
  answerMarks,
  dueAt,
  isEvaluation,
  isFirst,
  isProcessed,
  isWaiting,
  sourceKey,
  toAnswerMark,
  toReplyCondition,
} from "./counted-rows.ts";
import type { ResolvedQuery } from "./resolve-query.ts";
import { searchCondition } from "./search-condition.ts";

/** Makes Postgres plan the statement for its values: a generic plan suits only the most common ones. */
export function withoutPreparedStatement({ text, values }: Prisma.Sql): { text: string; values: unknown[] } {
  return { text, values };
}

type Filters = Omit<ResolvedQuery, "status" | "q" | "sort" | "cursor" | "direction" | "snoozed">;

const isOpen = Prisma.sql`consent_confirmed_at IS NULL AND consent_withdrawn_at IS NULL`;
/** Exactly one of these is true for each row. */
const consents: Record<ConsentState, Prisma.Sql> = {
  // Whatever the channel: an assistant may forget it. One that gives no name either has none of these states.
  claimed: Prisma.sql`agent_name IS NOT NULL AND consent_evidence IS DISTINCT FROM 'elicited' AND ${isOpen}`,
  elicited: Prisma.sql`agent_name IS NOT NULL AND consent_evidence = 'elicited' AND ${isOpen}`,
  confirmed: Prisma.sql`consent_confirmed_at IS NOT NULL AND consent_withdrawn_at IS NULL`,
  withdrawn: Prisma.sql`consent_withdrawn_at IS NOT NULL`,
  not_needed: Prisma.sql`agent_name IS NULL AND ${isOpen}`,
};
export const isWithdrawn = consents.withdrawn;

/** Must be the condition of the index submissions_snoozed_idx. */
const isPutAway = Prisma.sql`snoozed_until IS NOT NULL`;

/** By the keys of the few snoozed rows: the inbox's indexes do not hold the column, and need not be left for it. */
const hasBeenPutAway = (condition: Prisma.Sql) =>
  Prisma.sql`(kind, id) IN (SELECT kind, id FROM submissions WHERE ${isPutAway} AND ${condition})`;
const isSnoozed = (now: Date) => hasBeenPutAway(Prisma.sql`snoozed_until > ${now}::timestamptz`);

function toConditions({ kind, route, channel, agent, consent, language, owner, ...query }: Filters): Prisma.Sql[] {
  return [
    ...given(kind, (value) => Prisma.sql`kind = ${value}`),
    ...given(route, (value) => Prisma.sql`route = ${value}`),
    ...given(channel, (value) => Prisma.sql`channel = ${value}`),
    ...given(agent, (value) => Prisma.sql`lower(agent_name) = lower(${value})`),
    ...given(consent, (value) => consents[value]),
    ...given(language, (value) => Prisma.sql`language = ${value}`),
    ...given(owner, (value) => (value === "none" ? Prisma.sql`owner_id IS NULL` : Prisma.sql`owner_id = ${value}`)),
    ...listed(
      query.agentNot,
      (names) => Prisma.sql`(agent_name IS NULL OR lower(agent_name) <> ALL (${toLower(names)}))`,
    ),
    ...toTimes(query),
    ...given(query.dueBefore, (time) => Prisma.sql`${isWaiting} AND ${dueAt} < ${time}::timestamptz`),
    ...given(query.reply, (value) => toReplyCondition(value, query.now)),
    ...given(query.source, (key) => Prisma.sql`lower(${sourceKey}) = lower(${key})`),
    ...listed(query.sourceNot, (keys) => Prisma.sql`lower(${sourceKey}) <> ALL (${toLower(keys)})`),
    ...given(query.reasons, (reasons) => Prisma.sql`close_reason = ANY (${reasons}::text[])`),
    ...given(
      query.answer,
      (answer) => Prisma.sql`${isEvaluation} AND ${answerMarks} @> ARRAY[${toAnswerMark(answer)}::int]`,
    ),
  ];
}

/** Conditions on the time of arrival. */
function toTimes({ from, to, until }: Pick<Filters, "from" | "to" | "until">): Prisma.Sql[] {
  return [
    ...given(from, (day) => Prisma.sql`created_at >= ${toDayRange(day, env().TIME_ZONE).start}`),
    ...given(to, (day) => Prisma.sql`created_at < ${toDayRange(day, env().TIME_ZONE).end}`),
    ...given(until, (time) => Prisma.sql`created_at < ${time}::timestamptz`),
  ];
}

function given<Value>(value: Value | undefined, toCondition: (value: Value) => Prisma.Sql): Prisma.Sql[] {
  return value === undefined ? [] : [toCondition(value)];
}

function listed(values: string[], toCondition: (values: string[]) => Prisma.Sql): Prisma.Sql[] {
  return values.length ? [toCondition(values)] : [];
}

const toLower = (values: string[]) => Prisma.sql`ARRAY(SELECT lower(value) FROM unnest(${values}::text[]) AS value)`;

/** A part of the list that one index returns in order. */
export type Branch = {
  where: Prisma.Sql;
  /** The condition on its words. */
  search: Prisma.Sql | undefined;
  /** The part of `where` on the time of arrival, by which a search skips newer rows. */
  times: Prisma.Sql;
  /** No index holds what its conditions ask for: each row is read. */
  isRead: boolean;
};

/**
 * `returned`: submissions that were snoozed and are due; of all others `waiting`: those without a first reply that need
 * one, `rest`: those that remain, and `standing`: both.
 */
type Stretch = "returned" | "waiting" | "rest" | "standing";

/**
 * The parts from which the list is merged. Each status is a part of its own, because an index on status and date orders
 * dates only within a status; and so are rows that the worker has not processed yet, where an index has no others. A
 * search is one part. A repeat is part of its first submission, unless the search is for its number.
 */
export function toBranches(
  { status, q, snoozed, ...query }: ResolvedQuery,
  stretch?: Stretch,
  withRepeats = false,
): Branch[] {
  const search = q === "" ? {} : searchCondition(q);
  if (!search) return [];
  const { now } = query;
  const where = toConditions(query);
  if (!withRepeats) where.push(search.reference ? Prisma.sql`(${isFirst} OR ${search.reference})` : isFirst);
  if (snoozed === "only") where.push(isSnoozed(now));
  if (snoozed === undefined && q === "") where.push(Prisma.sql`NOT ${isSnoozed(now)}`);
  if (!status.length && q === "") where.push(Prisma.sql`status <> 'spam'`);
  if (stretch === "returned") where.push(isPutAway, Prisma.sql`snoozed_until <= ${now}::timestamptz`);
  else if (stretch) where.push(Prisma.sql`NOT ${hasBeenPutAway(Prisma.sql`snoozed_until <= ${now}::timestamptz`)}`);
  if (stretch === "waiting") where.push(isWaiting);
  if (stretch === "rest") where.push(Prisma.sql`NOT (${isWaiting})`);
  if (search.number) where.push(search.number);
  const isOnePart = q !== "" || stretch === "waiting" || stretch === "returned" || status.length < 2;
  const statuses = isOnePart ? (status.length ? [status] : []) : status.map((one) => [one]);
  const ofStatus = statuses.length ? statuses.map((some) => [Prisma.sql`status = ANY (${some})`, ...where]) : [where];
  const isDivided = q === "" && (query.source !== undefined || query.answer !== undefined);
  const stages = isDivided ? [isProcessed, Prisma.sql`NOT ${isProcessed}`] : [];
  const parts = stages.length ? ofStatus.flatMap((part) => stages.map((stage) => [stage, ...part])) : ofStatus;
  const isRead = query.answer !== undefined || (query.reply !== undefined && query.reply !== "waiting");
  const times = and(toTimes(query));
  return parts.map((part) => ({ where: and(part), search: search.words, times, isRead }));
}

export function and(parts: Prisma.Sql[]): Prisma.Sql {
  return parts.length ? Prisma.join(parts, " AND ") : Prisma.sql`true`;
}

/** The time by which rows are sorted, and the condition of the index on it. */
type Order = { sortTime: Prisma.Sql; isIndexed: Prisma.Sql };
const byArrival: Order = { sortTime: Prisma.sql`created_at`, isIndexed: Prisma.sql`true` };
const byReturn: Order = { sortTime: Prisma.sql`snoozed_until`, isIndexed: isPutAway };
const byUrgency: Order = { sortTime: dueAt, isIndexed: isWaiting };

type Place = { order: Order; isDescending: boolean; cursor: Cursor | undefined };

/** A common word fills a page from the next rows in order; the index finds a rare word at once. */
const nextRows = 10_000;

/** Selects the keys of the page, at most `limit` from each branch, then the rows with `columns`. */
function selectPage(branches: Branch[], columns: Prisma.Sql, place: Place, limit: number): Prisma.Sql {
  const parts = branches.map((branch) =>
    branch.search ? foundKeys(branch, branch.search, place, limit) : keys(branch.where, place, limit),
  );
  return Prisma.sql`
    WITH page AS MATERIALIZED (
      SELECT * FROM (${Prisma.join(parts, " UNION ALL ")}) AS parts ${inOrder(place)} LIMIT ${limit}
    )
    SELECT page.kind, page.id, page.sort_time AS "sortTime", row.*, operators.name AS "ownerName"
    FROM page
    CROSS JOIN LATERAL (
      SELECT created_at AS "createdAt", owner_id AS "ownerId", ${columns} FROM submissions WHERE kind = page.kind AND id = page.id
    ) AS row
    LEFT JOIN operators ON operators.id = row."ownerId" ${inOrder(place, Prisma.sql`page.`)}`;
}

function keys(where: Prisma.Sql, place: Place, limit: number): Prisma.Sql {
  return Prisma.sql`(SELECT kind, id, ${place.order.sortTime} AS sort_time FROM submissions
    WHERE ${and([where, isBeyond(place)])} ${inOrder(place)} LIMIT ${limit})`;
}

/** OFFSET 0 keeps the planner from scanning all rows in order for a word that it believes to be common. */
function foundKeys({ where, times }: Branch, search: Prisma.Sql, place: Place, limit: number): Prisma.Sql {
  const { sortTime, isIndexed } = place.order;
  return Prisma.sql`(
    WITH next AS MATERIALIZED (
      SELECT kind, id, sort_time FROM (
        SELECT *, ${sortTime} AS sort_time FROM submissions
        WHERE ${and([isIndexed, times, isBeyond(place)])} ${inOrder(place)} LIMIT ${nextRows}
      ) AS rows WHERE ${and([where, search])} ${inOrder(place)} LIMIT ${limit}
    )
    SELECT kind, id, sort_time FROM next WHERE (SELECT count(*) FROM next) >= ${limit}
    UNION ALL (
      SELECT kind, id, sort_time FROM (
        SELECT kind, id, ${sortTime} AS sort_time FROM submissions WHERE ${and([where, search, isBeyond(place)])} OFFSET 0
      ) AS found WHERE (SELECT count(*) FROM next) < ${limit} ${inOrder(place)} LIMIT ${limit}
    ))`;
}

function inOrder({ isDescending }: Place, table = Prisma.empty): Prisma.Sql {
  return isDescending
    ? Prisma.sql`ORDER BY ${table}sort_time DESC, ${table}kind DESC, ${table}id DESC`
    : Prisma.sql`ORDER BY ${table}sort_time, ${table}kind, ${table}id`;
}

function isBeyond({ order, cursor, isDescending }: Place): Prisma.Sql {
  if (!cursor) return Prisma.sql`true`;
  const edge = Prisma.sql`(${cursor.sortTime}::timestamptz, ${cursor.kind}, ${cursor.id}::int)`;
  const row = Prisma.sql`(${order.sortTime}, kind, id)`;
  return isDescending ? Prisma.sql`${row} < ${edge}` : Prisma.sql`${row} > ${edge}`;
}

/**
 * What has come back stands first, the latest on top, except in the order of arrival. Then, sorted by `due`: the
 * waiting submissions, most urgent first; then all others, newest first.
 */
function toStretches(
  query: ResolvedQuery,
  withRepeats: boolean,
): { branches: Branch[]; order: Order; isDescending: boolean; name?: "returned" | "rest" }[] {
  const { sort } = query;
  if (sort === "oldest") {
    return [{ branches: toBranches(query, undefined, withRepeats), order: byArrival, isDescending: false }];
  }
  const returned = {
    branches: toBranches(query, "returned", withRepeats),
    order: byReturn,
    isDescending: true,
    name: "returned",
  } as const;
  if (sort === "newest") {
    const branches = toBranches(query, "standing", withRepeats);
    return [returned, { branches, order: byArrival, isDescending: true }];
  }
  return [
    returned,
    { branches: toBranches(query, "waiting", withRepeats), order: byUrgency, isDescending: false },
    { branches: toBranches(query, "rest", withRepeats), order: byArrival, isDescending: true, name: "rest" },
  ];
}

/**
 * At most `limit` rows from the cursor on, in the direction of the query: backward, the last row comes first.
 * @throws AppError `unavailable`
 */
export async function readRows<Row extends Cursor>(
  query: ResolvedQuery,
  columns: Prisma.Sql,
  limit: number,
  { withRepeats = false } = {},
): Promise<Row[]> {
  const { cursor, direction } = query;
  const isForward = direction === "forward";
  const forward = toStretches(query, withRepeats);
  const stretches = isForward ? forward : forward.reverse();
  const found = cursor ? stretches.findIndex(({ name }) => name === cursor.stretch) : 0;
  const start = Math.max(0, found);
  const rows: Row[] = [];
  for (const [at, { branches, order, isDescending, name }] of stretches.entries()) {
    if (at < start || !branches.length || rows.length === limit) continue;
    const place = { order, isDescending: isDescending === isForward, cursor: at === start ? cursor : undefined };
    const statement = selectPage(branches, columns, place, limit - rows.length);
    const page = await database((_db, pool) => pool.query<Row>(withoutPreparedStatement(statement)), "desk");
    // Emptied, because the driver keeps a reference to the rows of the last query: measured, 120 MB more.
    for (const row of page.rows.splice(0)) rows.push(name ? { ...row, stretch: name } : row);
  }
  return rows;
}
