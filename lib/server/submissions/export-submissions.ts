import "server-only";
import { type Cursor, firstPageOf, type InboxQuery, toQuery } from "../../domain/desk/inbox-query.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { recordAudit } from "../audit.ts";
import { requireLastingSession } from "../auth/lasting-session.ts";
import { database } from "../db.ts";
import { csvHead, type ExportRow, selectedColumns, toCsv } from "./export-columns.ts";
import { readRows } from "./read-rows.ts";

/** What is held at once: few enough for a batch of the longest texts there may be. */
const batchRows = 250;
type Row = ExportRow & Cursor;

/**
 * All that the filters of `query` show, in its order, but for what its person has withdrawn, as the parts of a CSV
 * file; the audit log is told before the first. Between two parts no connection is held, however slowly they are taken: what changes meanwhile may be seen
 * as it was or as it is, and no row comes twice.
 * @throws AppError `unavailable`, and `unauthorized` once the operator's session has ended, also between two parts:
 * what was given by then is not whole.
 */
export async function* exportSubmissions(
  operator: Operator,
  query: InboxQuery,
  { now }: { now: Date },
  { limit = batchRows, checkMilliseconds = 1_000 } = {},
): AsyncGenerator<string, void> {
  const details = { filters: auditedFilters(query) };
  await database(
    (db) => recordAudit(db, { at: now, actor: operator, action: "submissions_exported", details }),
    "desk",
  );
  const own = { ...firstPageOf(query), owner: query.owner === "me" ? operator.id : query.owner };
  const told = new Set<string>();
  let part = await readPart(own, told, limit);
  yield csvHead + part.text;
  let checkedAt = performance.now();
  while (part.last) {
    if (performance.now() - checkedAt >= checkMilliseconds) {
      await requireLastingSession(operator);
      checkedAt = performance.now();
    }
    part = await readPart({ ...own, cursor: part.last }, told, limit);
    if (part.text) yield part.text;
  }
}

/**
 * The rows after the cursor as lines; `last` is where to read on, if there may be more. In the order `due` a row that is
 * answered meanwhile is come across once more among the rest: `told` holds those that waited.
 */
async function readPart(query: InboxQuery, told: Set<string>, limit: number): Promise<{ text: string; last?: Cursor }> {
  const rows = await readRows<Row>(query, selectedColumns, limit);
  const isNew = ({ kind, id, stretch }: Cursor) => {
    if (query.sort !== "due") return true;
    const key = `${kind}-${id}`;
    return stretch === "rest" ? !told.has(key) : Boolean(told.add(key));
  };
  // Left out here rather than in SQL: the statement stays the one of the inbox, on its indexes.
  const text = toCsv(rows.filter((row) => !row.withdrawnAt && isNew(row)));
  return { text, last: rows.length === limit ? cursorOf(rows.at(-1)) : undefined };
}

const cursorOf = (row?: Row): Cursor | undefined =>
  row && { kind: row.kind, createdAt: row.createdAt, id: row.id, stretch: row.stretch };

/** The filters as in an address. What is searched for may be a person: the log learns only that something was. */
function auditedFilters(query: InboxQuery): string {
  const filters = toQuery(firstPageOf(query));
  for (const name of ["q", "agent"]) if (filters.has(name)) filters.set(name, "*");
  return filters.size ? filters.toString() : "none";
}
