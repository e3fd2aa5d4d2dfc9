import { randomUUID } from "node:crypto";
import { strictObject, type ZodMiniType } from "zod/mini";
import { EvaluationResult, SubmissionResult } from "../../lib/domain/leads/schema.ts";
import { evaluation, inquiry, query } from "./test.ts";

export type Endpoint = {
  path: string;
  table: "leads" | "contacts";
  /** A valid body of a new person. */
  valid: (change?: Record<string, unknown>) => Record<string, unknown>;
  result: ZodMiniType<{ id: number }>;
};

export const evaluateEndpoint: Endpoint = {
  path: "/api/leads/evaluate",
  table: "leads",
  valid: evaluation,
  result: strictObject(EvaluationResult.shape),
};

export const contactEndpoint: Endpoint = {
  path: "/api/leads/contact",
  table: "contacts",
  valid: inquiry,
  result: strictObject(SubmissionResult.shape),
};

export const endpoints = [evaluateEndpoint, contactEndpoint];

/** A request id is stored with the row: it tells the rows of one request apart from all others. */
export function newRequestId(): string {
  return `test-${randomUUID()}`;
}

export async function rowsOf(requestId: string): Promise<{ id: number; place: string }[]> {
  return query(
    `SELECT id, 'leads' AS place FROM leads WHERE request_id = $1
     UNION ALL SELECT id, 'contacts' FROM contacts WHERE request_id = $1`,
    [requestId],
  );
}
