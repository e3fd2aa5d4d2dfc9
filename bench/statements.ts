// The SQL of the limit: the same columns in as the app, the same columns out.

import type { LeadRoute } from "../lib/domain/submissions/schema.ts";

export type JsonBody = Record<string, unknown>;
export type Verdict = { points: number[]; form: string; score: number; route: LeadRoute };

/** As large as the app's own pool (lib/server/db). */
export const poolSize = 10;

const sharedColumns = [
  "created_at",
  "request_id",
  "name",
  "email",
  "language",
  "source_page",
  "channel",
  "agent_name",
  "user_consent",
  "utm",
  "landing_page",
  "referrer",
];

const evaluationColumns = [
  ...sharedColumns,
  "role",
  "company",
  "phone",
  "text",
  "discovery_source",
  "answers",
  "answers_form",
  "score",
  "route",
  "review_min",
  "qualified_min",
];

const inquiryColumns = [...sharedColumns, "text", "topic"];

export const insertEvaluation = insert("evaluation", evaluationColumns);
export const insertInquiry = insert("inquiry", inquiryColumns);

function insert(kind: string, columns: string[]): string {
  return `INSERT INTO submissions (kind, id, ${columns})
    VALUES ('${kind}', nextval('${kind}_id_seq'), ${columns.map((_, at) => `$${at + 1}`)}) RETURNING id`;
}

function sharedValues(body: JsonBody, requestId: string): unknown[] {
  return [
    new Date(),
    requestId,
    body.name,
    body.email,
    body.language,
    body.sourcePage,
    body.channel ?? "web",
    body.agentName,
    body.userConsent,
    body.utm,
    body.landingPage,
    body.referrer,
  ];
}

export function evaluationValues(
  body: JsonBody,
  requestId: string,
  { points, form, score, route }: Verdict,
): unknown[] {
  return [
    ...sharedValues(body, requestId),
    body.role,
    body.company,
    body.phone,
    body.projectDescription,
    body.discoverySource,
    points,
    form,
    score,
    route,
    7,
    13,
  ];
}

export function inquiryValues(body: JsonBody, requestId: string): unknown[] {
  return [...sharedValues(body, requestId), body.message, body.topic];
}
