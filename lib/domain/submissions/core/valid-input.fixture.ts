import type { ZodMiniType } from "zod/mini";
import { type AppError, toInvalidInput } from "../../errors.ts";
import { isJsonObject, type JsonObject } from "../../json.ts";

/** The questions of contract 2.2 in order, copied by hand. The options are worth 0, 1 and 2 points. */
export const specQuestions: readonly (readonly [key: string, zero: string, one: string, two: string])[] = [
  ["marketing_team", "none", "one_person", "team_with_budget"],
  ["campaign_frequency", "ad_hoc", "one_to_two_per_year", "multiple_per_year"],
  ["company_scope", "local_small_business", "regional", "multinational"],
  ["budget", "under_10k", "10k_to_20k", "over_20k"],
  ["launch_timeline", "no_date", "flexible", "hard_date"],
  ["internal_dev_capacity", "full_fast_team", "some_capacity", "marketing_blocked_by_it"],
  ["vendor_onboarding", "no", "purchase_order_only", "yes"],
  ["brand_relationship", "via_agency", "agency_plus_direct", "direct_brand"],
  ["after_project", "one_off", "repeat_likely", "retainer_or_infrastructure"],
];

/** Builds the nine answers by key; question n is worth `points[n]`. */
export function answersByKeyWorth(points: readonly number[]): Record<string, string> {
  return Object.fromEntries(specQuestions.map(([key, ...options], at) => [key, options[points[at] ?? 0] ?? ""]));
}

export const nineTwos = Array.from({ length: 9 }, () => 2);

const agent = { channel: "ai_agent", agentName: "Some Assistant", userConsent: true };

/** Builds an evaluation with the required fields. `change` replaces fields; undefined removes one. */
export function validEvaluation(change: JsonObject = {}): JsonObject {
  return withChange(
    {
      name: "Ana Ruiz",
      role: "Brand manager",
      company: "Casa Ruiz",
      email: "ana@example.com",
      projectDescription: "A loyalty programme for three countries.",
      discoverySource: "A friend",
      language: "es",
      sourcePage: "/es/evaluation",
      answers: nineTwos,
    },
    change,
  );
}

export function validContact(change: JsonObject = {}): JsonObject {
  return withChange(
    {
      name: "Ana Ruiz",
      email: "ana@example.com",
      message: "How long does it take?",
      language: "en",
      sourcePage: "/en/contact",
    },
    change,
  );
}

export function byAgent(body: JsonObject, change: JsonObject = {}): JsonObject {
  return withChange({ ...body, ...agent }, change);
}

function withChange(body: JsonObject, change: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...body, ...change }).filter(([, value]) => value !== undefined));
}

/**
 * Parses a valid body.
 * @throws if the schema refuses it
 */
export function accepted(schema: ZodMiniType, body: unknown): JsonObject {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error(`was refused: ${toInvalidInput(parsed.error).message}`);
  if (!isJsonObject(parsed.data)) throw new Error("the output is not an object");
  return parsed.data;
}

/**
 * Returns the error for an invalid body.
 * @throws if the schema accepts it
 */
export function refused(schema: ZodMiniType, body: unknown): AppError {
  const parsed = schema.safeParse(body);
  if (parsed.success) throw new Error(`was accepted: ${JSON.stringify(body)}`);
  return toInvalidInput(parsed.error);
}

export function findClause({ message }: AppError, field: string): string {
  const clauses = message.replace(/^Invalid payload: /, "").split("; ");
  return clauses.find((clause) => clause.startsWith(`${field} `)) ?? "";
}
