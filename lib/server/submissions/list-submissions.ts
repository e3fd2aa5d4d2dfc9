import "server-only";
import type { InboxQuery } from "../../domain/desk/inbox-query.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { clockOf } from "../../domain/submissions/clock.ts";
import type { InboxPage, InboxRow } from "../../domain/submissions/submission.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { countRows, countWithdrawn } from "./count-rows.ts";
import { branchesOf } from "./inbox-filters.ts";
import type { Columns } from "./page-of.ts";
import { readRows } from "./read-rows.ts";

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
  const [page, total, withdrawn] = await Promise.all([
    readPage(own, limit),
    countRows(branches),
    countWithdrawn(branches),
  ]);
  const shown = page.rows.length || !own.cursor ? page : await readPage(endOf(own), limit);
  return { ...shown, rows: shown.rows.map((row) => toInboxRow(row, now)), total, withdrawn };
}

/** Nothing is left beyond the cursor: the last page where it was gone forward, the first where it was gone back. */
function endOf(query: InboxQuery): InboxQuery {
  return { ...query, cursor: undefined, direction: query.direction === "forward" ? "backward" : "forward" };
}

async function readPage(
  query: InboxQuery,
  limit: number,
): Promise<{ rows: Row[]; hasPrevious: boolean; hasNext: boolean }> {
  const rows = await readRows<Row>(query, columns, limit + 1);
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const isAfterCursor = query.cursor !== undefined && rows.length > 0;
  return query.direction === "forward"
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
