// Section 2 of the contract, transcribed by hand, so that tests compare the product with it and not with itself.

export type JsonSchema = { [keyword: string]: unknown };
export type FieldTable = Record<string, { required: boolean; schema: JsonSchema }>;

const text = (minLength: number, maxLength: number): JsonSchema => ({ type: "string", minLength, maxLength });
const textUpTo = (maxLength: number): JsonSchema => ({ type: "string", maxLength });
const required = (schema: JsonSchema) => ({ required: true, schema });
const optional = (schema: JsonSchema) => ({ required: false, schema });

export const emailPattern = String.raw`^[^\s@<>()\[\],;:"\\]+@[^\s@<>()\[\],;:"\\]+\.[^\s@<>()\[\],;:"\\]+$`;

/** Contract 2.2: questions in order, with their options for 0, 1 and 2 points. */
export const answerTable = [
  ["marketing_team", ["none", "one_person", "team_with_budget"]],
  ["campaign_frequency", ["ad_hoc", "one_to_two_per_year", "multiple_per_year"]],
  ["company_scope", ["local_small_business", "regional", "multinational"]],
  ["budget", ["under_10k", "10k_to_20k", "over_20k"]],
  ["launch_timeline", ["no_date", "flexible", "hard_date"]],
  ["internal_dev_capacity", ["full_fast_team", "some_capacity", "marketing_blocked_by_it"]],
  ["vendor_onboarding", ["no", "purchase_order_only", "yes"]],
  ["brand_relationship", ["via_agency", "agency_plus_direct", "direct_brand"]],
  ["after_project", ["one_off", "repeat_likely", "retainer_or_infrastructure"]],
] as const;

/** Fields of both inputs (contract 2.1 and 2.5). */
const submissionTable: FieldTable = {
  name: required(text(2, 120)),
  email: required({ ...textUpTo(254), pattern: emailPattern }),
  language: required({ type: "string", enum: ["en", "es"] }),
  sourcePage: required(textUpTo(240)),
  channel: optional({ type: "string", enum: ["web", "ai_agent"] }),
  agentName: optional(text(2, 120)),
  userConsent: optional({ type: "boolean" }),
  utm: optional({ $ref: "#/components/schemas/UtmParams" }),
  landingPage: optional(textUpTo(2048)),
  referrer: optional(textUpTo(2048)),
  website: optional(textUpTo(0)),
};

/** Contract 2.1. */
export const evaluationTable: FieldTable = {
  ...submissionTable,
  role: required(text(2, 120)),
  company: required(text(2, 180)),
  phone: optional(textUpTo(60)),
  projectDescription: required(text(20, 4000)),
  discoverySource: required(text(1, 180)),
  answers: optional({
    type: "array",
    minItems: 9,
    maxItems: 9,
    items: { type: "number", minimum: 0, maximum: 2 },
  }),
  answersByKey: optional({ $ref: "#/components/schemas/EvaluationAnswersByKey" }),
};

/** Contract 2.5. */
export const contactTable: FieldTable = {
  ...submissionTable,
  message: required(text(10, 4000)),
  topic: optional({ type: "string", maxLength: 40, pattern: "^[a-z0-9-]{1,40}$" }),
};

/** Contract 2.4. */
export const utmSchema: JsonSchema = {
  type: "object",
  maxProperties: 12,
  additionalProperties: { type: "string", maxLength: 500 },
};

const string: JsonSchema = { type: "string" };
const strings: JsonSchema = { type: "array", items: string };
const httpsUrlOrNull: JsonSchema = {
  anyOf: [{ type: "string", maxLength: 2048, pattern: String.raw`^https://\S+$` }, { type: "null" }],
};

/** Contract 2.3, 2.6, 2.7 and 2.10. The contract's ids are numbers; ours are positive integers. */
export const resultTables: Record<string, FieldTable> = {
  EvaluationResult: {
    id: required({ type: "integer", exclusiveMinimum: 0 }),
    route: required({ type: "string", enum: ["qualified", "review", "redirect"] }),
    message: required(string),
    schedulingUrl: optional({ type: ["string", "null"] }),
  },
  SubmissionResult: {
    id: required({ type: "integer", exclusiveMinimum: 0 }),
    success: required({ type: "boolean" }),
  },
  HealthStatus: { status: required(string) },
  ApiError: {
    error: required(string),
    code: optional({
      type: "string",
      enum: ["consent_required", "agent_name_required", "answers_required", "rate_limited"],
    }),
  },
};

/** Contract 2.9. */
export const serviceTable: FieldTable = {
  id: required(string),
  titleEn: required(string),
  titleEs: required(string),
  descriptionEn: required(string),
  descriptionEs: required(string),
  operations: required(strings),
  docsUrl: optional(httpsUrlOrNull),
  swaggerUrl: optional(httpsUrlOrNull),
};

/** Contract 2.8. */
export const entryTable: FieldTable = {
  id: required({ type: "integer", exclusiveMinimum: 0 }),
  slug: required(string),
  titleEn: required(string),
  titleEs: required(string),
  descriptionEn: required(string),
  descriptionEs: required(string),
  useCasesEn: required(strings),
  useCasesEs: required(strings),
  endpoints: required(strings),
  services: required({ type: "array", items: { $ref: "#/components/schemas/ApiCatalogService" } }),
  docsUrl: optional(httpsUrlOrNull),
  swaggerUrl: optional(httpsUrlOrNull),
  spec: required({ type: "object", additionalProperties: true }),
  published: required({ type: "boolean" }),
  updatedAt: required({ type: "string", format: "date-time" }),
};
