// SQL for limit.ts, which writes and reads the same columns as the app.

import { storedFields } from "../../lib/domain/submissions/core/fields.ts";
import type { LeadRoute } from "../../lib/domain/submissions/core/schema.ts";
import type { SubmissionKind } from "../../lib/domain/submissions/core/submission-ref.ts";

export type JsonBody = Record<string, unknown>;
export type Verdict = { points: number[]; form: string; score: number; route: LeadRoute };

/** Size of the connection pool, the same as the app's own (lib/server/db). */
export const poolSize = 10;

const columns = {
  evaluation: ["answers", "answers_form", "score", "route", "review_min", "qualified_min"],
  inquiry: [],
};

export const insertEvaluation = insert("evaluation");
export const insertInquiry = insert("inquiry");

function insert(kind: SubmissionKind): string {
  const names = ["created_at", "request_id", ...storedFields[kind].map(({ column }) => column), ...columns[kind]];
  return `INSERT INTO submissions (kind, id, ${names})
    VALUES ('${kind}', nextval('${kind}_id_seq'), ${names.map((_, at) => `$${at + 1}`)}) RETURNING id`;
}

function sentValues(kind: SubmissionKind, body: JsonBody, requestId: string): unknown[] {
  const given: JsonBody = { channel: "web", ...body };
  return [new Date(), requestId, ...storedFields[kind].map(({ name }) => given[name])];
}

export function evaluationValues(
  body: JsonBody,
  requestId: string,
  { points, form, score, route }: Verdict,
): unknown[] {
  return [...sentValues("evaluation", body, requestId), points, form, score, route, 7, 13];
}

export function inquiryValues(body: JsonBody, requestId: string): unknown[] {
  return sentValues("inquiry", body, requestId);
}
