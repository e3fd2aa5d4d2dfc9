import "server-only";
import type pg from "pg";
import type { ContactInput, EvaluationInput, LeadRoute } from "../../domain/leads/schema.ts";
import type { AnswersForm } from "../../domain/leads/scoring.ts";
import type { RequestContext } from "../../domain/request-context.ts";
import type { Thresholds } from "./verdict.ts";

// By the driver, where Prisma's own create would do otherwise: it drops a property named __proto__ from utm, reads
// meaning into one named $type, and costs several times the CPU of the statement it makes.

export type Judgement = Thresholds & { points: number[]; form: AnswersForm; score: number; route: LeadRoute };

const leadStatement = insertStatement("leads", [
  "created_at, request_id, name, role, company, email, phone, project_description, discovery_source, language",
  "source_page, channel, agent_name, user_consent, utm, landing_page, referrer",
  "answers, answers_form, score, route, review_min, qualified_min",
]);

const contactStatement = insertStatement("contacts", [
  "created_at, request_id, name, email, message, topic, language",
  "source_page, channel, agent_name, user_consent, utm, landing_page, referrer",
]);

/** Stores a lead and returns its reference number. */
export function insertLead(
  pool: pg.Pool,
  input: EvaluationInput,
  { points, form, score, route, reviewMin, qualifiedMin }: Judgement,
  { now, requestId }: RequestContext,
): Promise<number> {
  const { name, role, company, email, phone, projectDescription, discoverySource, language } = input;
  const person = [now, requestId, name, role, company, email, phone, projectDescription, discoverySource, language];
  return insert(pool, "insert_lead", leadStatement, [
    ...person,
    ...originOf(input),
    ...[points, form, score, route, reviewMin, qualifiedMin],
  ]);
}

/** Stores an inquiry and returns its reference number. */
export function insertContact(pool: pg.Pool, input: ContactInput, { now, requestId }: RequestContext): Promise<number> {
  const { name, email, message, topic, language } = input;
  const values = [now, requestId, name, email, message, topic, language, ...originOf(input)];
  return insert(pool, "insert_contact", contactStatement, values);
}

function originOf(input: EvaluationInput | ContactInput): unknown[] {
  const { sourcePage, channel, agentName, userConsent, utm, landingPage, referrer } = input;
  return [sourcePage, channel, agentName, userConsent, utm && JSON.stringify(utm), landingPage, referrer];
}

/** An INSERT of one row from the columns named here, in their order: nothing of a caller's is in its text. */
function insertStatement(table: string, columns: string[]): string {
  const names = columns.join(", ").split(", ");
  return `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((_, at) => `$${at + 1}`).join(", ")}) RETURNING id`;
}

async function insert(pool: pg.Pool, name: string, text: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>({ name, text, values });
  const [row] = rows;
  if (!row) throw new Error("an INSERT returned no id");
  return row.id;
}
