import "server-only";
import { byteOrderMark, type CsvCell, toCsvLine } from "../../domain/desk/csv.ts";
import { type Cursor, type InboxQuery, toFirstPage, toQuery } from "../../domain/desk/inbox-query.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { questions } from "../../domain/submissions/questions.ts";
import { recordAudit } from "../audit.ts";
import { requireLastingSession } from "../auth/require-operator.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { readRows } from "./inbox-rows.ts";

/** As lib/domain/submissions/consent names them; withdrawn submissions are in no file. */
const consentState = `CASE WHEN consent_confirmed_at IS NOT NULL THEN 'confirmed' WHEN channel = 'ai_agent' THEN 'claimed'
  ELSE 'not_needed' END`;

/** Read with every row, under another name than in the file. */
const ofEveryRow: Record<string, string> = { kind: "kind", id: "id", created_at: "createdAt", owner: "ownerName" };

/** The file's columns in order, with their SQL. Spreadsheets rely on the names: a new column goes to the end. */
const exportColumns = [
  ...["kind", "id", "created_at", "status", "route", "score", "owner", "name", "role", "company", "email", "phone"],
  ...["text", "topic", "discovery_source", "language", "channel", "agent_name", "user_consent", "source_page"],
  ...["landing_page", "referrer", "utm"],
  ...questions.map(({ key }, at) => [key, `answers[${at + 1}]`] as const),
  ...["replied_at", "closed_at", "close_reason", ["privacy_notice_version", "notice_version"] as const],
  ...[
    ["consent", consentState] as const,
    "consent_confirmed_at",
    "consent_notice_version",
    "review_min",
    "qualified_min",
  ],
].map((column) => (typeof column === "string" ? ([column, column] as const) : column));

export const exportColumnNames = exportColumns.map(([name]) => name);

const selected = exportColumns.filter(([name]) => !(name in ofEveryRow)).map(([name, sql]) => `${sql} AS ${name}`);
const columns = Prisma.sql`consent_withdrawn_at AS "withdrawnAt", ${Prisma.raw(selected.join(", "))}`;

/** Rows read at once: few enough for a batch of the longest texts there may be. */
const batchRows = 250;
type Row = Cursor & Record<string, CsvCell | Record<string, string>>;

/**
 * All submissions that the filters of `query` show, in its order, without the withdrawn ones, as the parts of a CSV
 * file. The audit log records it before the first part. Between two parts no connection is held, however slowly they
 * are taken: a change in between may be in the file or not, and no row comes twice.
 * @throws AppError `unavailable`, and `unauthorized` once the operator's session has ended, also between two parts: the
 * file is then incomplete.
 */
export async function* exportSubmissions(
  query: InboxQuery,
  { operator, now }: { operator: Operator; now: Date },
  { limit = batchRows, checkMilliseconds = 1_000 } = {},
): AsyncGenerator<string, void> {
  const details = { filters: auditedFilters(query) };
  await database(
    (db) => recordAudit(db, { at: now, actor: operator, action: "submissions_exported", details }),
    "desk",
  );
  const own = { ...toFirstPage(query), owner: query.owner === "me" ? operator.id : query.owner };
  const listed = new Set<string>();
  let part = await readPart(own, listed, limit);
  yield byteOrderMark + toCsvLine(exportColumnNames) + part.text;
  let checkedAt = performance.now();
  while (part.last) {
    if (performance.now() - checkedAt >= checkMilliseconds) {
      await requireLastingSession(operator);
      checkedAt = performance.now();
    }
    part = await readPart({ ...own, cursor: part.last }, listed, limit);
    if (part.text) yield part.text;
  }
}

/**
 * The rows after the cursor as lines; `last` is where to read on, if there may be more. In the order `due`, a row that gets
 * its reply meanwhile comes again among the rest: `listed` holds the rows that waited.
 */
async function readPart(
  query: InboxQuery,
  listed: Set<string>,
  limit: number,
): Promise<{ text: string; last?: Cursor }> {
  const rows = await readRows<Row>(query, columns, limit);
  const isNew = ({ kind, id, stretch }: Cursor) => {
    if (query.sort !== "due") return true;
    const key = `${kind}-${id}`;
    return stretch === "rest" ? !listed.has(key) : Boolean(listed.add(key));
  };
  // Left out here rather than in SQL: the statement stays the one of the inbox, on its indexes.
  const text = toCsv(rows.filter((row) => !row.withdrawnAt && isNew(row)));
  return { text, last: rows.length === limit ? cursorOf(rows.at(-1)) : undefined };
}

const cursorOf = (row?: Row): Cursor | undefined =>
  row && { kind: row.kind, createdAt: row.createdAt, id: row.id, stretch: row.stretch };

/** The filters as in the query string. A search may be for a person: the log records only that there was one. */
function auditedFilters(query: InboxQuery): string {
  const filters = toQuery(toFirstPage(query));
  for (const name of ["q", "agent"]) if (filters.has(name)) filters.set(name, "*");
  return filters.size ? filters.toString() : "none";
}

function toCsv(rows: Row[]): string {
  const keys = exportColumnNames.map((name) => ofEveryRow[name] ?? name);
  return rows.map((row) => toCsvLine(keys.map((key) => toCell(row[key])))).join("");
}

function toCell(value: Row[string] = null): CsvCell {
  const isUtm = typeof value === "object" && value !== null && !(value instanceof Date);
  return isUtm ? new URLSearchParams(value).toString() : value;
}
