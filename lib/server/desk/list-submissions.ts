import "server-only";
import { clockOf } from "../../domain/desk/clock.ts";
import type { InboxQuery } from "../../domain/desk/inbox-query.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import type { InboxPage, InboxRow } from "../../domain/desk/submission.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { countRows } from "./count-rows.ts";
import { type Branch, branchesOf } from "./inbox-filters.ts";
import { type Columns, pageOf } from "./page-of.ts";
import { unnamed } from "./unnamed.ts";

export const pageRows = 50;
const excerptCharacters = 240;

const shared = Prisma.sql`name, email, status, channel, agent_name AS "agentName", language, owner_id AS "ownerId",
  replied_at AS "repliedAt", revision, consent_withdrawn_at AS "withdrawnAt"`;
const columns: Columns = {
  lead: Prisma.sql`${shared}, company, left(project_description, ${excerptCharacters}) AS excerpt, route, score`,
  inquiry: Prisma.sql`${shared}, NULL, left(message, ${excerptCharacters}), NULL, NULL`,
};

type Row = Omit<InboxRow, "owner" | "clock"> & {
  ownerId: string | null;
  ownerName: string | null;
  repliedAt: Date | null;
};

/**
 * One page of the inbox and how many rows there are in all. A page that has become empty gives way to the one at that
 * end of the list.
 * @throws AppError `unavailable`
 */
export async function listSubmissions(
  operator: Operator,
  query: InboxQuery,
  { now }: { now: Date },
  limit: number = pageRows,
): Promise<InboxPage> {
  const own = query.owner === "me" ? { ...query, owner: operator.id } : query;
  const branches = branchesOf(own);
  const [page, total] = await Promise.all([readPage(branches, own, limit), countRows(branches)]);
  const shown = page.rows.length || !own.cursor ? page : await readPage(branches, endOf(own), limit);
  return { ...shown, rows: shown.rows.map((row) => toInboxRow(row, now)), total };
}

/** Nothing is left beyond the cursor: the last page where it was gone forward, the first where it was gone back. */
function endOf(query: InboxQuery): InboxQuery {
  return { ...query, cursor: undefined, direction: query.direction === "forward" ? "backward" : "forward" };
}

async function readPage(
  branches: Branch[],
  { sort, cursor, direction }: InboxQuery,
  limit: number,
): Promise<{ rows: Row[]; hasPrevious: boolean; hasNext: boolean }> {
  if (!branches.length) return { rows: [], hasPrevious: false, hasNext: false };
  const isForward = direction === "forward";
  const place = { isDescending: (sort === "newest") === isForward, cursor };
  const statement = pageOf(branches, columns, place, limit + 1);
  const { rows } = await database((_db, pool) => pool.query<Row>(unnamed(statement)), "desk");
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const isAfterCursor = cursor !== undefined && rows.length > 0;
  return isForward
    ? { rows: shown, hasPrevious: isAfterCursor, hasNext: hasMore }
    : { rows: shown.reverse(), hasPrevious: hasMore, hasNext: isAfterCursor };
}

function toInboxRow({ ownerId, ownerName, repliedAt, ...row }: Row, now: Date): InboxRow {
  return {
    ...row,
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? "" },
    clock: clockOf({ ...row, repliedAt }, now),
  };
}
