import "server-only";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import { listColumns } from "../../../domain/submissions/core/fields.ts";
import { questions } from "../../../domain/submissions/core/questions.ts";
import { type Selection, toSubmissionKey } from "../../../domain/submissions/core/submission-ref.ts";
import { type Cursor, type InboxQuery, toFirstPage, toQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { requireValidSession } from "../../access/sessions.ts";
import { recordAudit } from "../../audit.ts";
import { database, unnestRefs, withoutPreparedStatement } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { dueAt } from "../../queue/clock-mails.ts";
import { readSite } from "../../site.ts";
import { isPromisedReply } from "../core/counted-rows.ts";
import { findPhoneNumber, getHomeCountry } from "../core/phone-number.ts";
import { readRows } from "./inbox-rows.ts";
import { type ResolvedQuery, resolveQuery } from "./resolve-query.ts";

/** The states of lib/domain/submissions/core/consent, but not `withdrawn`: withdrawn submissions are never exported. */
const consentState = `CASE WHEN consent_confirmed_at IS NOT NULL THEN 'confirmed'
  WHEN agent_name IS NOT NULL OR user_consent IS FALSE THEN coalesce(consent_evidence, 'claimed') ELSE 'not_needed' END`;

const selectedByReadRows: Record<string, string> = {
  kind: "kind",
  id: "id",
  created_at: "createdAt",
  owner: "ownerName",
};

/** Their order must not change, because users' spreadsheets rely on it. */
const firstColumns = [
  "kind",
  "id",
  "created_at",
  "status",
  "route",
  "score",
  "owner",
  "name",
  "role",
  "company",
  "email",
  "phone",
  "text",
  "topic",
  "discovery_source",
  "language",
  "channel",
  "agent_name",
  "user_consent",
  "source_page",
  "landing_page",
  "referrer",
  "utm",
  ...questions.map(({ key }, at) => [key, `answers[${at + 1}]`] as const),
  ...["replied_at", "closed_at", "close_reason", ["privacy_notice_version", "notice_version"] as const],
  ...[
    ["consent", consentState] as const,
    "consent_confirmed_at",
    "consent_notice_version",
    "review_min",
    "qualified_min",
    "assisted_by",
    "repeat_of",
    "host_evidence",
    "assistant_host",
    ["reply_due_at", `CASE WHEN ${isPromisedReply.sql} AND repeat_of IS NULL THEN ${dueAt.sql} END`] as const,
    ["spam_reasons", "array_to_string(spam_reasons, ' ')"] as const,
  ],
].map((column) => (typeof column === "string" ? ([column, column] as const) : column));

/** Columns of fields that were added later. They come at the end of the file. */
const laterColumns = listColumns(() => true)
  .filter((column) => firstColumns.every(([name]) => name !== column))
  .map((column) => [column, column] as const);
const exportColumns = [...firstColumns, ...laterColumns];

export const exportColumnNames = exportColumns.map(([name]) => name);

const selected = exportColumns
  .filter(([name]) => !(name in selectedByReadRows))
  .map(([name, sql]) => `${sql} AS ${name}`);
const columns = Prisma.sql`consent_withdrawn_at AS "withdrawnAt", ${Prisma.raw(selected.join(", "))}`;

/** Rows per query, few enough that even the longest texts fit into memory. */
const batchRows = 250;
type Row = Cursor & Record<string, CsvCell | Record<string, string>>;

/**
 * Exports all submissions that match the filters of `query`, as parts of a CSV file. Rows are in the order of `query`,
 * but newest first if it sorts by message. Includes repeats, excludes withdrawn submissions. Records the export in the
 * audit log before the first part. Holds no connection between two parts, so a slow reader blocks nothing. The file may
 * or may not contain changes made during the export, but it never contains a row twice.
 * @throws AppError `unavailable`; `unauthorized` once the operator's session has ended, even between two parts, which
 * leaves the file incomplete
 */
export async function* exportSubmissions(
  query: InboxQuery,
  { operator, now }: OperatorContext,
  { limit = batchRows, checkMilliseconds = 1_000 } = {},
): AsyncGenerator<string, void> {
  const details = { filters: formatFiltersForAudit(query) };
  await database(
    (db) => recordAudit(db, { at: now, actor: operator, action: "submissions_exported", details }),
    "desk",
  );
  const resolved = await resolveQuery(toFirstPage(query), { operator, now });
  // In the order of last messages, a mail that arrives during the export would move its row out of the file.
  const own: ResolvedQuery = resolved.sort === "message" ? { ...resolved, sort: "newest" } : resolved;
  const listed = new Set<string>();
  let part = await readPart(own, listed, limit);
  yield byteOrderMark + toCsvLine(exportColumnNames) + (await toCsv(part.rows));
  let checkedAt = performance.now();
  while (part.last) {
    if (performance.now() - checkedAt >= checkMilliseconds) {
      await requireValidSession(operator);
      checkedAt = performance.now();
    }
    part = await readPart({ ...own, cursor: part.last }, listed, limit);
    if (part.rows.length) yield await toCsv(part.rows);
  }
}

/** Skips withdrawn and missing submissions. */
export async function* exportSelection(
  { refs }: Selection,
  { operator, now }: OperatorContext,
): AsyncGenerator<string, void> {
  const statement = Prisma.sql`
    SELECT submissions.kind, submissions.id, submissions.created_at AS "createdAt", operators.name AS "ownerName", row.*
    FROM submissions LEFT JOIN operators ON operators.id = owner_id
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM submissions AS same WHERE same.kind = submissions.kind AND same.id = submissions.id
    ) AS row
    WHERE (submissions.kind, submissions.id) IN (SELECT * FROM ${unnestRefs(refs)})
    ORDER BY submissions.created_at DESC, submissions.kind DESC, submissions.id DESC`;
  const rows = await database(async (db, pool) => {
    const details = { filters: "selection", count: refs.length };
    await recordAudit(db, { at: now, actor: operator, action: "submissions_exported", details });
    return (await pool.query<Row>(withoutPreparedStatement(statement))).rows;
  }, "desk");
  yield byteOrderMark + toCsvLine(exportColumnNames) + (await toCsv(rows.filter(({ withdrawnAt }) => !withdrawnAt)));
}

/** `listed` prevents duplicates: a row that changes during the export may move to a later part of the list. */
async function readPart(
  query: ResolvedQuery,
  listed: Set<string>,
  limit: number,
): Promise<{ rows: Row[]; last?: Cursor }> {
  const rows = await readRows<Row>(query, columns, limit, { withRepeats: true });
  const lastStretch = query.sort === "due" ? "rest" : undefined;
  const addIfNew = ({ kind, id, stretch }: Cursor) => {
    const key = toSubmissionKey({ kind, id });
    if (listed.has(key)) return false;
    if (query.sort !== "oldest" && stretch !== lastStretch) listed.add(key);
    return true;
  };
  // Filtered here, not in SQL, so that the statement equals the inbox's and uses its indexes.
  const listedRows = rows.filter((row) => !row.withdrawnAt && addIfNew(row));
  return { rows: listedRows, last: rows.length === limit ? toCursor(rows.at(-1)) : undefined };
}

const toCursor = (row?: Row): Cursor | undefined =>
  row && { kind: row.kind, sortTime: row.sortTime, id: row.id, stretch: row.stretch };

/** Filters whose values may contain a person's or company's name. */
const namingFilters = ["q", "agent", "agentNot", "source", "sourceNot", "reason", "reasonNot"];

/** For filters that may name a person, records only that they were set. */
function formatFiltersForAudit(query: InboxQuery): string {
  const filters = toQuery(toFirstPage(query));
  for (const name of namingFilters) if (filters.has(name)) filters.set(name, "*");
  return filters.size ? filters.toString() : "none";
}

async function toCsv(rows: Row[]): Promise<string> {
  const home = getHomeCountry(await readSite());
  const keys = exportColumnNames.map((name) => selectedByReadRows[name] ?? name);
  return rows.map((row) => toCsvLine(keys.map((key) => toCsvCell(row[key], key, home)))).join("");
}

function toCsvCell(value: Row[string] = null, key: string, homeCountry?: string): CsvCell {
  if (key === "phone" && typeof value === "string") return toPhoneCell(value, homeCountry);
  const isUtm = typeof value === "object" && value !== null && !(value instanceof Date);
  return isUtm ? new URLSearchParams(value).toString() : value;
}

/** Safe despite the leading plus: digits, spaces and "ext." follow, so that a spreadsheet sees no formula. */
function toPhoneCell(typed: string, homeCountry: string | undefined): CsvCell {
  const phone = findPhoneNumber(typed, homeCountry)?.formatInternational();
  return phone === undefined ? typed : { phone };
}

type CsvCell = string | number | boolean | Date | { phone: string } | null;

/** Starts the CSV file, because without it Excel does not read UTF-8. */
const byteOrderMark = "\ufeff";

/** Formats a line of CSV (RFC 4180), including the line break. */
export function toCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(",")}\r\n`;
}

function formatCell(cell: CsvCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === "object") return cell.phone;
  if (typeof cell !== "string") return String(cell);
  const text = neutralizeFormulas(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Where a formula may start: at the beginning of a cell and, with a decimal comma, after a semicolon, tab or line
 * break, even inside quotes. Some programs skip blanks, invisible characters and quotes before it.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠])/gu;
const breakStart = /^(?=[\t\r\n])/;

/** Puts an apostrophe before each possible formula, so that spreadsheets show it as text. */
export function neutralizeFormulas(text: string): string {
  return text.replace(formulaStart, "'").replace(breakStart, "'");
}
