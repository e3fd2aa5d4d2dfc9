import "server-only";
import type { ContactInput, EvaluationInput, LeadRoute } from "../../domain/leads/schema.ts";
import type { AnswersForm } from "../../domain/leads/scoring.ts";
import type { RequestContext } from "../../domain/request-context.ts";
import type { Prisma, PrismaClient } from "../generated/prisma/client.ts";
import type { Thresholds } from "./verdict.ts";

// SQL, where the client's own create would do otherwise: it drops a property named __proto__ from utm, reads meaning
// into one named $type, and costs twice the CPU of the statement it makes.

type Db = PrismaClient | Prisma.TransactionClient;
export type Judgement = Thresholds & { points: number[]; form: AnswersForm; score: number; route: LeadRoute };

/** Stores a lead and returns its reference number. */
export async function insertLead(
  db: Db,
  input: EvaluationInput,
  { points, form, score, route, reviewMin, qualifiedMin }: Judgement,
  { now, requestId }: RequestContext,
): Promise<number> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO leads (created_at, request_id, name, role, company, email, phone, project_description,
      discovery_source, language, source_page, channel, agent_name, user_consent, utm, landing_page, referrer,
      answers, answers_form, score, route, review_min, qualified_min)
    VALUES (${now}, ${requestId}, ${input.name}, ${input.role}, ${input.company}, ${input.email}, ${input.phone},
      ${input.projectDescription}, ${input.discoverySource}, ${input.language}, ${input.sourcePage}, ${input.channel},
      ${input.agentName}, ${input.userConsent}, ${toJson(input.utm)}::jsonb, ${input.landingPage}, ${input.referrer},
      ${points}::float8[], ${form}, ${score}, ${route}, ${reviewMin}, ${qualifiedMin})
    RETURNING id`;
  return idOf(rows);
}

/** Stores an inquiry and returns its reference number. */
export async function insertContact(db: Db, input: ContactInput, { now, requestId }: RequestContext): Promise<number> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO contacts (created_at, request_id, name, email, message, topic, language, source_page, channel,
      agent_name, user_consent, utm, landing_page, referrer)
    VALUES (${now}, ${requestId}, ${input.name}, ${input.email}, ${input.message}, ${input.topic}, ${input.language},
      ${input.sourcePage}, ${input.channel}, ${input.agentName}, ${input.userConsent}, ${toJson(input.utm)}::jsonb,
      ${input.landingPage}, ${input.referrer})
    RETURNING id`;
  return idOf(rows);
}

function toJson(value: object | undefined): string | undefined {
  return value && JSON.stringify(value);
}

function idOf([row]: { id: number }[]): number {
  if (!row) throw new Error("an INSERT returned no id");
  return row.id;
}
