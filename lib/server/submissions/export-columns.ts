import "server-only";
import { byteOrderMark, type CsvCell, csvLine } from "../../domain/desk/csv.ts";
import { questions } from "../../domain/submissions/questions.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { Columns } from "./page-of.ts";

/** A column of the file, and what it holds of a lead and of an inquiry; `key` names what every page of rows has. */
type ExportColumn = { name: string } & ({ key: string } | { lead: string; inquiry: string });

const none = "NULL";
const ofBoth = (name: string, column = name): ExportColumn => ({ name, lead: column, inquiry: column });
const ofLeads = (name: string, column = name): ExportColumn => ({ name, lead: column, inquiry: none });

/** As lib/domain/submissions/consent-state names them; what is withdrawn is in no file. */
const consentState = `CASE WHEN consent_confirmed_at IS NOT NULL THEN 'confirmed' WHEN channel = 'ai_agent' THEN 'claimed'
  ELSE 'not_needed' END`;

/** In the order of the file. People's spreadsheets rely on the names: what is new is added at the end. */
const exportColumns: ExportColumn[] = [
  { name: "kind", key: "kind" },
  { name: "id", key: "id" },
  { name: "created_at", key: "createdAt" },
  ofBoth("status"),
  ofLeads("route"),
  ofLeads("score"),
  { name: "owner", key: "ownerName" },
  ofBoth("name"),
  ofLeads("role"),
  ofLeads("company"),
  ofBoth("email"),
  ofLeads("phone"),
  { name: "text", lead: "project_description", inquiry: "message" },
  { name: "topic", lead: none, inquiry: "topic" },
  ofLeads("discovery_source"),
  ofBoth("language"),
  ofBoth("channel"),
  ofBoth("agent_name"),
  ofBoth("user_consent"),
  ofBoth("source_page"),
  ofBoth("landing_page"),
  ofBoth("referrer"),
  ofBoth("utm"),
  ...questions.map(({ key }, at) => ofLeads(key, `answers[${at + 1}]`)),
  ofBoth("replied_at"),
  ofBoth("closed_at"),
  ofBoth("close_reason"),
  ofBoth("privacy_notice_version", "notice_version"),
  ofBoth("consent", consentState),
  ofBoth("consent_confirmed_at"),
  ofBoth("consent_notice_version"),
  ofLeads("review_min"),
  ofLeads("qualified_min"),
];

export const exportColumnNames = exportColumns.map(({ name }) => name);

const selected = (kind: "lead" | "inquiry") =>
  exportColumns.flatMap((column) => ("key" in column ? [] : [`${column[kind]} AS ${column.name}`])).join(", ");

export const selectedColumns: Columns = {
  lead: Prisma.sql`owner_id AS "ownerId", consent_withdrawn_at AS "withdrawnAt", ${Prisma.raw(selected("lead"))}`,
  inquiry: Prisma.sql`owner_id AS "ownerId", consent_withdrawn_at AS "withdrawnAt", ${Prisma.raw(selected("inquiry"))}`,
};

/** A row as it is selected, by the keys and names of its columns. */
export type ExportRow = Record<string, CsvCell | Record<string, string>>;

const keys = exportColumns.map((column) => ("key" in column ? column.key : column.name));

/** What a file begins with. */
export const csvHead = byteOrderMark + csvLine(exportColumnNames);

/** Rows as lines of a CSV file. */
export function toCsv(rows: ExportRow[]): string {
  return rows.map((row) => csvLine(keys.map((key) => cellOf(row[key])))).join("");
}

function cellOf(value: ExportRow[string] = null): CsvCell {
  const isList = typeof value === "object" && value !== null && !(value instanceof Date);
  return isList ? new URLSearchParams(value).toString() : value;
}
