import "server-only";
import type pg from "pg";
import type { SubmissionKind } from "../../domain/desk/submission-ref.ts";
import { AppError } from "../../domain/errors.ts";
import type { ContactInput, EvaluationInput, LeadRoute } from "../../domain/leads/schema.ts";
import type { AnswersForm } from "../../domain/leads/scoring.ts";
import type { Locale } from "../../domain/locale.ts";
import type { RequestContext } from "../../domain/request-context.ts";
import { insertJobsSql } from "../outbox/insert-jobs.ts";
import type { Thresholds } from "./verdict.ts";

// By the driver, where Prisma's own create would do otherwise: it drops a property named __proto__ from utm, reads
// meaning into one named $type, and costs several times the CPU of the statement it makes.

export type Judgement = Thresholds & { points: number[]; form: AnswersForm; score: number; route: LeadRoute };

type Stored = { id: number };
/** What the person was told, and in which language. */
export type StoredLead = Stored & { route: LeadRoute; language: Locale };

/** A reply is promised to inquiries and to leads that go to review (hasClock in lib/domain/desk/clock). */
const tables = {
  lead: { table: "leads", hasClock: "route = 'review'" },
  inquiry: { table: "contacts", hasClock: "true" },
} as const;

const leads = storeOf(
  "lead",
  "id, route, language",
  ["name", "email", "project_description", "answers"],
  [
    "created_at, request_id, name, role, company, email, phone, project_description, discovery_source, language",
    "source_page, channel, agent_name, user_consent, utm, landing_page, referrer, notice_version",
    "answers, answers_form, score, route, review_min, qualified_min",
  ],
);

const contacts = storeOf(
  "inquiry",
  "id",
  ["name", "email", "message"],
  [
    "created_at, request_id, name, email, message, topic, language",
    "source_page, channel, agent_name, user_consent, utm, landing_page, referrer, notice_version",
  ],
);

/**
 * Stores a lead; what is returned is the first one's when there is one of this submission's key.
 * @throws AppError `conflict` when that key was another submission's.
 */
export async function insertLead(
  pool: pg.Pool,
  input: EvaluationInput,
  { points, form, score, route, reviewMin, qualifiedMin }: Judgement,
  context: RequestContext,
): Promise<StoredLead> {
  const { name, role, company, email, phone, projectDescription, discoverySource, language } = input;
  const { now, requestId, submissionKey } = context;
  const person = [now, requestId, name, role, company, email, phone, projectDescription, discoverySource, language];
  const verdict = [points, form, score, route, reviewMin, qualifiedMin];
  const values = [...person, ...originOf(input, context), ...verdict];
  return { route, language, ...(await store<Stored & Partial<StoredLead>>(pool, leads, values, submissionKey)) };
}

/**
 * Stores an inquiry; what is returned is the first one's when there is one of this submission's key.
 * @throws AppError `conflict` when that key was another submission's.
 */
export function insertContact(pool: pg.Pool, input: ContactInput, context: RequestContext): Promise<Stored> {
  const { name, email, message, topic, language } = input;
  const { now, requestId, submissionKey } = context;
  const values = [now, requestId, name, email, message, topic, language, ...originOf(input, context)];
  return store<Stored>(pool, contacts, values, submissionKey);
}

function originOf(input: EvaluationInput | ContactInput, { noticeVersion }: RequestContext): unknown[] {
  const { sourcePage, channel, agentName, userConsent, utm, landingPage, referrer } = input;
  const asJson = utm && JSON.stringify(utm);
  return [sourcePage, channel, agentName, userConsent, asJson, landingPage, referrer, noticeVersion];
}

type Statement = { name: string; text: string };
type Store = {
  insert: Statement;
  insertOnce: Statement;
  find: Statement;
  valuesToFind: (values: unknown[]) => unknown[];
};

/**
 * The statements of one table: a row is stored with the jobs that follow from it. A row found again tells `found`, and
 * is the same submission when the `telling` columns are. Nothing of a caller's is in their text.
 */
function storeOf(kind: SubmissionKind, found: string, telling: string[], groups: string[]): Store {
  const { table, hasClock } = tables[kind];
  const columns = groups.join(", ").split(", ");
  const insertInto = (names: string[], onConflict = "") => `
    WITH stored AS (
      INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((_, at) => `$${at + 1}`).join(", ")}) ${onConflict}
      RETURNING id, created_at, ${hasClock} AS has_clock
    ), jobs AS (${insertJobsSql(kind, "stored")})
    SELECT id FROM stored`;
  const isSame = telling.map((column, at) => `${column} = $${at + 2}`).join(" AND ");
  const once = "ON CONFLICT (submission_key) WHERE submission_key IS NOT NULL DO NOTHING";
  return {
    insert: { name: `insert_${table}`, text: insertInto(columns) },
    insertOnce: { name: `insert_${table}_once`, text: insertInto([...columns, "submission_key"], once) },
    find: {
      name: `find_${table}_by_key`,
      text: `SELECT ${found}, ${isSame} AS "isSame" FROM ${table} WHERE submission_key = $1`,
    },
    valuesToFind: (values) => telling.map((column) => values[columns.indexOf(column)]),
  };
}

/** One row, or with a key that is already there the row of that key. */
async function store<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { insert, insertOnce, find, valuesToFind }: Store,
  values: unknown[],
  submissionKey: string | undefined,
): Promise<Row> {
  const isOnce = submissionKey !== undefined;
  const query = isOnce ? { ...insertOnce, values: [...values, submissionKey] } : { ...insert, values };
  const [inserted] = (await pool.query<Row>(query)).rows;
  if (inserted) return inserted;
  // In a statement of its own: the row may have been committed after the first one had begun.
  const again = { ...find, values: [submissionKey, ...valuesToFind(values)] };
  const [first] = (await pool.query<Row & { isSame: boolean }>(again)).rows;
  if (!first) throw new Error("a submission was erased while it was sent again");
  // To answer with the first one's result would acknowledge what is not stored.
  if (!first.isSame) throw new AppError("conflict", "This Idempotency-Key was another submission's: use a new one.");
  return first;
}
