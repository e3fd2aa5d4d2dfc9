import "server-only";
import type { Cursor, InboxQuery } from "../../domain/desk/inbox-query.ts";
import { database } from "../db.ts";
import { type Branch, branchesOf } from "./inbox-filters.ts";
import { type Columns, pageOf } from "./page-of.ts";
import { unnamed } from "./unnamed.ts";

/** A stretch of the list in one order. */
type Stretch = { branches: Branch[]; isDescending: boolean; name?: "rest" };

/** `due`: what waits for its first reply, the most urgent first, then everything else as the list is otherwise. */
function stretchesOf(query: InboxQuery): Stretch[] {
  if (query.sort !== "due") return [{ branches: branchesOf(query), isDescending: query.sort === "newest" }];
  return [
    { branches: branchesOf(query, "waiting"), isDescending: false },
    { branches: branchesOf(query, "rest"), isDescending: true, name: "rest" },
  ];
}

/**
 * At most `limit` rows from the cursor on, in the order in which they are come across: backward the last one first.
 * `owner` is an id or "none" here.
 * @throws AppError `unavailable`
 */
export async function readRows<Row extends Cursor>(query: InboxQuery, columns: Columns, limit: number): Promise<Row[]> {
  const { cursor, direction } = query;
  const isForward = direction === "forward";
  const stretches = isForward ? stretchesOf(query) : stretchesOf(query).reverse();
  const start = cursor
    ? Math.max(
        0,
        stretches.findIndex(({ name }) => name === cursor.stretch),
      )
    : 0;
  const rows: Row[] = [];
  for (const [at, { branches, isDescending, name }] of stretches.entries()) {
    if (at < start || !branches.length || rows.length === limit) continue;
    const place = { isDescending: isDescending === isForward, cursor: at === start ? cursor : undefined };
    const statement = pageOf(branches, columns, place, limit - rows.length);
    const found = await database((_db, pool) => pool.query<Row>(unnamed(statement)), "desk");
    // Emptied: what is left of a query in the driver holds its rows until memory runs short: measured, 120 MB more.
    for (const row of found.rows.splice(0)) rows.push(name ? { ...row, stretch: name } : row);
  }
  return rows;
}
