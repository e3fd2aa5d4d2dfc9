import "server-only";
import { toDuty } from "../../domain/desk/duty.ts";
import { type InboxQuery, parseInboxQuery } from "../../domain/desk/inbox-query.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { type Filters, lateNow, waitingNow } from "../../domain/desk/overview-links.ts";
import type { CappedCount, InboxPage, InboxRow, OwnerChoice } from "../../domain/desk/submission.ts";
import { type ReplyPromise, toClock } from "../../domain/submissions/clock.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { findAnswerSeries } from "./answer-series.ts";
import { identifyAssistant } from "./identify-assistant.ts";
import { and, type Branch, isWithdrawn, readRows, toBranches, withoutPreparedStatement } from "./inbox-rows.ts";
import { type ResolvedQuery, resolveQuery } from "./resolve-query.ts";

type Context = { operator: Operator; now: Date };

const pageRows = 50;
const excerptCharacters = 240;

const columns = Prisma.sql`name, email, status, channel, agent_name AS "agentName", host_evidence AS "hostEvidence",
  assistant_host AS "assistantHost", language, replied_at AS "repliedAt",
  reply_due_at AS "replyDueAt", reply_warning_at AS "replyWarningAt",
  revision, consent_withdrawn_at AS "withdrawnAt", snoozed_until AS "snoozedUntil", company, left(text, ${excerptCharacters}) AS excerpt, route, score,
  coalesce(spam_reasons, '{}') AS "spamReasons", status = 'spam' AND EXISTS (SELECT FROM inbound_mails AS mail
    WHERE mail.kind = page.kind AND submission_id = page.id AND type = 'message' AND received_at > closed_at) AS "hasWritten",
  repeat_of AS "repeatOf", (SELECT count(*)::int FROM submissions AS repeat
    WHERE repeat.kind = page.kind AND repeat.repeat_of = page.id) AS "repeatCount"`;

type Row = Omit<InboxRow, "owner" | "clock" | "identity"> &
  ReplyPromise & {
    ownerId: string | null;
    ownerName: string | null;
    repliedAt: Date | null;
    hostEvidence: string | null;
    assistantHost: string | null;
  };

/**
 * One page of the inbox with the total count. If nothing is left beyond the cursor, returns the last page in that
 * direction.
 * @throws AppError `not_found` for a view that does not exist; `unavailable`
 */
export async function listSubmissions(
  query: InboxQuery,
  context: Context,
  limit: number = pageRows,
): Promise<InboxPage> {
  const own = await resolveQuery(query, context);
  const branches = toBranches(own);
  const [page, total, withdrawn] = await Promise.all([
    readPage(own, limit),
    countRows(branches),
    countWithdrawn(branches),
  ]);
  const shown = page.rows.length || !own.cursor ? page : await readPage(toLastPage(own), limit);
  const series = await findAnswerSeries(shown.rows.flatMap(({ kind, id }) => (kind === "evaluation" ? [id] : [])));
  const rows = shown.rows.map((row) => toInboxRow(row, context.now));
  return { ...shown, rows, seriesIds: [...series.keys()], total, withdrawn };
}

function toLastPage(query: ResolvedQuery): ResolvedQuery {
  return { ...query, cursor: undefined, direction: query.direction === "forward" ? "backward" : "forward" };
}

async function readPage(query: ResolvedQuery, limit: number) {
  const rows = await readRows<Row>(query, columns, limit + 1);
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const isAfterCursor = query.cursor !== undefined && rows.length > 0;
  return query.direction === "forward"
    ? { rows: shown, hasPrevious: isAfterCursor, hasNext: hasMore }
    : { rows: shown.reverse(), hasPrevious: hasMore, hasNext: isAfterCursor };
}

function toInboxRow(
  { ownerId, ownerName, repliedAt, replyDueAt, replyWarningAt, hostEvidence, assistantHost, ...row }: Row,
  now: Date,
): InboxRow {
  return {
    ...row,
    identity: identifyAssistant({ ...row, assistantHost, hostEvidence }),
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? "" },
    clock: toClock({ ...row, repliedAt, replyDueAt, replyWarningAt }, now),
  };
}

/**
 * Counts the submissions that wait for their first reply, and those of them that are overdue: what the inbox lists of them.
 * @throws AppError `unavailable`
 */
export async function countWaiting(context: Context): Promise<{ waiting: CappedCount; late: CappedCount }> {
  const count = async (filters: Filters) =>
    countRows(toBranches(await resolveQuery(parseInboxQuery(filters), context)));
  const [waiting, late] = await Promise.all([count(waitingNow), count(lateNow)]);
  return { waiting, late };
}

/** The active operators by name, who can own submissions, with their duty. @throws AppError `unavailable` */
export async function listOwners({ now }: Context): Promise<OwnerChoice[]> {
  const orderBy = [{ name: "asc" }, { id: "asc" }] as const;
  const select = { id: true, name: true, isOnDuty: true, offDutyUntil: true } as const;
  const rows = await database(
    (db) => db.operator.findMany({ select, where: { disabledAt: null }, orderBy: [...orderBy] }),
    "desk",
  );
  return rows.map((row) => ({ ...row, ...toDuty(row, now) }));
}

/** Upper limits of counts: higher numbers are not worth their cost. Counting search results costs most. */
const countMax = { all: 10_000, read: 1_000, found: 100, view: 1_000 };
/** A common word reaches the limit within so many of the newest rows; the index finds a rare word at once. */
const newestRows = 20_000;

async function countRows(branches: Branch[]): Promise<CappedCount> {
  const max = getCountMax(branches, countMax.all);
  const [count] = await readCounts([{ count: countBranches(branches, max), max }]);
  return count ?? { count: 0, isCapped: false };
}

/** Counts what each query lists, all in one statement. @throws AppError `unavailable` */
export function countQueries(queries: ResolvedQuery[]): Promise<CappedCount[]> {
  return readCounts(
    queries.map((query) => {
      const branches = toBranches(query);
      const max = getCountMax(branches, countMax.view);
      return { count: countBranches(branches, max), max };
    }),
  );
}

const isSearch = (branches: Branch[]) => branches.some(({ search }) => search);
const isRead = (branches: Branch[]) => branches.some(({ isRead }) => isRead);

function getCountMax(branches: Branch[], max: number): number {
  if (isSearch(branches)) return countMax.found;
  return isRead(branches) ? countMax.read : max;
}

function countBranches(branches: Branch[], max: number): Prisma.Sql {
  if (!branches.length) return Prisma.sql`0`;
  const whole = countUpTo(branches.map(selectAll), max + 1);
  if (!isSearch(branches)) return whole;
  const newest = countUpTo(branches.map(selectNewest), max + 1);
  return Prisma.sql`CASE WHEN ${newest} > ${max} THEN ${max + 1} ELSE ${whole} END`;
}

/** Few rows are withdrawn at any time, and their own index finds them. */
async function countWithdrawn(branches: Branch[]): Promise<CappedCount> {
  if (!branches.length) return { count: 0, isCapped: false };
  const count = countUpTo(narrow(branches, isWithdrawn).map(selectAll), countMax.all + 1);
  const [withdrawn] = await readCounts([{ count, max: countMax.all }]);
  return withdrawn ?? { count: 0, isCapped: false };
}

function narrow(branches: Branch[], condition: Prisma.Sql): Branch[] {
  return branches.map((branch) => ({ ...branch, where: and([condition, branch.where]) }));
}

async function readCounts(counts: { count: Prisma.Sql; max: number }[]): Promise<CappedCount[]> {
  const list = Prisma.join(counts.map(({ count }) => Prisma.sql`(${count})::int`));
  const statement = withoutPreparedStatement(Prisma.sql`SELECT ARRAY[${list}] AS counts`);
  const { rows } = await database((_db, pool) => pool.query<{ counts: number[] }>(statement), "desk");
  return counts.map(({ max }, at) => {
    const counted = rows[0]?.counts[at] ?? 0;
    return { count: Math.min(counted, max), isCapped: counted > max };
  });
}

const newestFirst = Prisma.sql`ORDER BY created_at DESC, kind DESC, id DESC`;

/**
 * In order, where rows are read: so the limit is reached among the newest, and all that the other filters find is not read.
 * Not in a search: a word that the planner believes to be common would then be looked for in all rows in order.
 */
const selectAll = ({ where, search, isRead }: Branch) =>
  search
    ? Prisma.sql`SELECT 1 FROM submissions WHERE ${and([where, search])}`
    : Prisma.sql`SELECT 1 FROM submissions WHERE ${where} ${isRead ? newestFirst : Prisma.empty}`;

const selectNewest = ({ where, search, times }: Branch) => Prisma.sql`
  SELECT 1 FROM (
    SELECT * FROM submissions WHERE ${times} ${newestFirst} LIMIT ${newestRows}
  ) AS newest WHERE ${search ? and([where, search]) : where}`;

function countUpTo(parts: Prisma.Sql[], limit: number): Prisma.Sql {
  const limited = parts.map((part) => Prisma.sql`(${part} LIMIT ${limit})`);
  return Prisma.sql`(SELECT count(*) FROM (
    SELECT 1 FROM (${Prisma.join(limited, " UNION ALL ")}) AS parts LIMIT ${limit}) AS counted)`;
}
