import "server-only";
import type { Cursor } from "../../domain/desk/inbox-query.ts";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { and, type Branch } from "./inbox-filters.ts";
import { tables } from "./tables.ts";

/** Beyond every reference number. */
const afterEveryId = 2 ** 31;
/** A common word fills a page from the next of the rows, in their order; a rare one the index finds at once. */
const nextRows = 10_000;

export type Place = { isDescending: boolean; cursor: Cursor | undefined };

/** What is selected of a row of each table: the same names in the same order, "ownerId" among them. */
export type Columns = Record<SubmissionKind, Prisma.Sql>;

/** The keys of the page's rows, at most `limit` from each branch; then the rows themselves. */
export function pageOf(branches: Branch[], columns: Columns, place: Place, limit: number): Prisma.Sql {
  const direction = place.isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const parts = branches.map((branch) =>
    branch.search ? foundKeys(branch, branch.search, place, limit) : keys(branch, place, limit),
  );
  return Prisma.sql`
    WITH page AS MATERIALIZED (
      SELECT * FROM (${Prisma.join(parts, " UNION ALL ")}) AS parts
      ORDER BY created_at ${direction}, kind COLLATE "C" ${direction}, id ${direction} LIMIT ${limit}
    )
    SELECT page.kind, page.id, page.created_at AS "createdAt", row.*, owner.name AS "ownerName"
    FROM page
    CROSS JOIN LATERAL (
      SELECT ${columns.lead} FROM leads WHERE page.kind = 'lead' AND leads.id = page.id
      UNION ALL
      SELECT ${columns.inquiry} FROM contacts WHERE page.kind = 'inquiry' AND contacts.id = page.id
    ) AS row
    LEFT JOIN operators AS owner ON owner.id = row."ownerId"
    ORDER BY page.created_at ${direction}, page.kind COLLATE "C" ${direction}, page.id ${direction}`;
}

function keys({ kind, where }: Branch, place: Place, limit: number): Prisma.Sql {
  return Prisma.sql`(SELECT ${kind} AS kind, id, created_at FROM ${tables[kind]}
    WHERE ${and([where, beyond(place, kind)])} ${inOrder(place, limit)})`;
}

/** OFFSET 0 keeps the planner from walking all rows in order for a word that it takes to be more common than it is. */
function foundKeys({ kind, where }: Branch, search: Prisma.Sql, place: Place, limit: number): Prisma.Sql {
  return Prisma.sql`(
    WITH next AS MATERIALIZED (
      SELECT id, created_at FROM (
        SELECT * FROM ${tables[kind]} WHERE ${beyond(place, kind)} ${inOrder(place, nextRows)}
      ) AS rows WHERE ${and([where, search])} ${inOrder(place, limit)}
    )
    SELECT ${kind} AS kind, id, created_at FROM next WHERE (SELECT count(*) FROM next) >= ${limit}
    UNION ALL (
      SELECT ${kind} AS kind, id, created_at FROM (
        SELECT id, created_at FROM ${tables[kind]} WHERE ${and([where, search, beyond(place, kind)])} OFFSET 0
      ) AS found WHERE (SELECT count(*) FROM next) < ${limit} ${inOrder(place, limit)}
    ))`;
}

function inOrder({ isDescending }: Place, limit: number): Prisma.Sql {
  return isDescending
    ? Prisma.sql`ORDER BY created_at DESC, id DESC LIMIT ${limit}`
    : Prisma.sql`ORDER BY created_at, id LIMIT ${limit}`;
}

/** The list is ordered by time, kind and id: at the cursor's own time its kind decides which ids lie beyond. */
function beyond({ cursor, isDescending }: Place, kind: SubmissionKind): Prisma.Sql {
  if (!cursor) return Prisma.sql`true`;
  const id = kind === cursor.kind ? cursor.id : kind < cursor.kind ? afterEveryId : 0;
  return isDescending
    ? Prisma.sql`(created_at, id) < (${cursor.createdAt}::timestamptz, ${id}::bigint)`
    : Prisma.sql`(created_at, id) > (${cursor.createdAt}::timestamptz, ${id}::bigint)`;
}
