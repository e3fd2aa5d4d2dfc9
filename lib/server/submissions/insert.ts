import "server-only";
import { createHash } from "node:crypto";
import type pg from "pg";
import { AppError } from "../../domain/errors.ts";
import { isJsonObject } from "../../domain/json.ts";
import type { RequestContext } from "../../domain/request-context.ts";
import type { ContactInput, EvaluationInput, LeadRoute } from "../../domain/submissions/schema.ts";
import type { AnswersForm } from "../../domain/submissions/scoring.ts";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import { insertJobsSql } from "../queue/insert-jobs.ts";
import type { Thresholds } from "./verdict.ts";

// By the driver, where Prisma's own create would do otherwise: it drops a property named __proto__ from utm, reads
// meaning into one named $type, and costs several times the CPU of the statement it makes.

export type Judgement = Thresholds & { points: number[]; form: AnswersForm; score: number; route: LeadRoute };

type Stored = { id: number };
/** What the person was told. */
export type StoredLead = Stored & { route: LeadRoute };

/** A reply is promised to inquiries and to leads that go to review (hasClock in lib/domain/submissions/clock). */
const tables = {
  lead: { table: "leads", hasClock: "route = 'review'" },
  inquiry: { table: "contacts", hasClock: "true" },
} as const;

const originColumns = "source_page, channel, agent_name, user_consent, utm, landing_page, referrer";

const leads = storeOf("lead", "id, route", {
  sent: [
    "name, role, company, email, phone, project_description, discovery_source, language, answers, answers_form",
    originColumns,
  ],
  added: ["created_at, request_id, notice_version, score, route, review_min, qualified_min"],
});

const contacts = storeOf("inquiry", "id", {
  sent: ["name, email, message, topic, language", originColumns],
  added: ["created_at, request_id, notice_version"],
});

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
  const person = [name, role, company, email, phone, projectDescription, discoverySource, language, points, form];
  const values = {
    sent: [...person, ...originOf(input)],
    added: [...requestOf(context), score, route, reviewMin, qualifiedMin],
  };
  return { route, ...(await store<Stored & Partial<StoredLead>>(pool, leads, values, keyOf(input, context))) };
}

/**
 * Stores an inquiry; what is returned is the first one's when there is one of this submission's key.
 * @throws AppError `conflict` when that key was another submission's.
 */
export function insertContact(pool: pg.Pool, input: ContactInput, context: RequestContext): Promise<Stored> {
  const { name, email, message, topic, language } = input;
  const values = { sent: [name, email, message, topic, language, ...originOf(input)], added: requestOf(context) };
  return store<Stored>(pool, contacts, values, keyOf(input, context));
}

function originOf(input: EvaluationInput | ContactInput): unknown[] {
  const { sourcePage, channel, agentName, userConsent, utm, landingPage, referrer } = input;
  return [sourcePage, channel, agentName, userConsent, utm && JSON.stringify(utm), landingPage, referrer];
}

const requestOf = ({ now, requestId, noticeVersion }: RequestContext): unknown[] => [now, requestId, noticeVersion];

type Key = [submissionKey: string, fingerprint: Buffer];

function keyOf(input: EvaluationInput | ContactInput, { submissionKey }: RequestContext): Key | undefined {
  return submissionKey === undefined ? undefined : [submissionKey, hashSubmission(input)];
}

/**
 * SHA-256 of the validated input as JSON with sorted properties, so that no spelling of the same input matters. A new
 * field must not have a default: it would make another submission of one that is sent again across the deployment.
 */
function hashSubmission(input: EvaluationInput | ContactInput): Buffer {
  const canonical = JSON.stringify(input, (_name, value: unknown) =>
    isJsonObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((name) => [name, value[name]]),
        )
      : value,
  );
  return createHash("sha256").update(canonical).digest();
}

/** Of the caller's own fields, and of what this service adds to them. */
type Parts<Part> = { sent: Part[]; added: Part[] };
type Statement = { name: string; text: string };
type Store = { insert: Statement; insertOnce: Statement; find: Statement };

/**
 * The statements of one table: a row is stored with the jobs that follow from it. A row found again by its key returns
 * `found` and whether the submission is the same. Nothing of a caller's is in their text.
 */
function storeOf(kind: SubmissionKind, found: string, { sent, added }: Parts<string>): Store {
  const { table, hasClock } = tables[kind];
  const columns = [...sent, ...added].join(", ").split(", ");
  const keyColumns = ["submission_key", "submission_fingerprint"];
  const insertInto = (names: string[], onConflict = "") => `
    WITH stored AS (
      INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((_, at) => `$${at + 1}`).join(", ")}) ${onConflict}
      RETURNING id, created_at, ${hasClock} AS has_clock
    ), jobs AS (${insertJobsSql(kind, "stored")})
    SELECT id FROM stored`;
  const once = "ON CONFLICT (submission_key) WHERE submission_key IS NOT NULL DO NOTHING";
  // A row without a fingerprint is older than fingerprints, or an address in it was erased: then its columns decide.
  const sentColumns = sent.join(", ").split(", ");
  const hasSameColumns = sentColumns.map((column, at) => `${column} IS NOT DISTINCT FROM $${at + 3}`).join(" AND ");
  return {
    insert: { name: `insert_${table}`, text: insertInto(columns) },
    insertOnce: { name: `insert_${table}_once`, text: insertInto([...columns, ...keyColumns], once) },
    find: {
      name: `find_${table}_by_key`,
      text: `SELECT ${found}, coalesce(submission_fingerprint = $2, ${hasSameColumns}) AS "isSame" FROM ${table}
        WHERE submission_key = $1`,
    },
  };
}

/** One row, or with a key that is already there the row of that key. */
async function store<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  { insert, insertOnce, find }: Store,
  { sent, added }: Parts<unknown>,
  key: Key | undefined,
): Promise<Row> {
  const values = [...sent, ...added];
  const query = key ? { ...insertOnce, values: [...values, ...key] } : { ...insert, values };
  const [inserted] = (await pool.query<Row>(query)).rows;
  if (inserted) return inserted;
  // In a statement of its own: the row may have been committed after the first one had begun.
  const again = { ...find, values: [...(key ?? []), ...sent] };
  const [first] = (await pool.query<Row & { isSame: boolean }>(again)).rows;
  if (!first) throw new Error("a submission was erased while it was sent again");
  // To answer with the first one's result would acknowledge what is not stored.
  if (!first.isSame) throw new AppError("conflict", "This Idempotency-Key was another submission's: use a new one.");
  return first;
}
