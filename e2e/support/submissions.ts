import { randomBytes, randomUUID } from "node:crypto";
import { strictObject, type ZodMiniType } from "zod/mini";
import { EvaluationResult, SubmissionResult } from "../../lib/domain/submissions/core/schema.ts";
import { createClient, evaluation, inquiry, query } from "./test.ts";

export type Endpoint = {
  path: string;
  kind: "evaluation" | "inquiry";
  valid: (change?: Record<string, unknown>) => Record<string, unknown>;
  result: ZodMiniType<{ id: number }>;
};

export const evaluateEndpoint: Endpoint = {
  path: "/api/leads/evaluate",
  kind: "evaluation",
  valid: evaluation,
  result: strictObject(EvaluationResult.shape),
};

export const contactEndpoint: Endpoint = {
  path: "/api/leads/contact",
  kind: "inquiry",
  valid: inquiry,
  result: strictObject(SubmissionResult.shape),
};

export const endpoints = [evaluateEndpoint, contactEndpoint];

/** Creates a unique request id. Rows store the id of their request, so a test finds the rows of its own request. */
export function newRequestId(): string {
  return `test-${randomUUID()}`;
}

export async function listStoredSubmissions(requestId: string): Promise<{ id: number; kind: string }[]> {
  return query("SELECT id, kind FROM submissions WHERE request_id = $1 ORDER BY kind", [requestId]);
}

/** Sends a lead to the shared app as a visitor. @returns its reference number */
export function sendLead(change: Record<string, unknown> = {}): Promise<number> {
  return sendToSharedApp(evaluateEndpoint, change);
}

/** Sends an inquiry to the shared app as a visitor. @returns its reference number */
export function sendInquiry(change: Record<string, unknown> = {}): Promise<number> {
  return sendToSharedApp(contactEndpoint, change);
}

async function sendToSharedApp({ path, valid, result }: Endpoint, change: Record<string, unknown>): Promise<number> {
  const { status, text, json } = await createClient(process.env.E2E_URL ?? "").post(path, valid(change));
  if (status !== 201) throw new Error(`${path} answered ${status}: ${text}`);
  return result.parse(json).id;
}

/** Stores a mail of the person of an evaluation like the service does. */
export async function storeInboundMail(id: number, text: string): Promise<void> {
  await query(
    `WITH mail AS (
       INSERT INTO inbound_mails (received_at, digest, type, kind, submission_id, from_address, from_name, subject, text,
         quoted, authentication)
       VALUES (now(), $1, 'message', 'evaluation', $2, 'ana@example.com', 'Ana Ruiz', 'Re: E', $3, 'On Monday?', 'pass')
       RETURNING id
     ), event AS (
       INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
       SELECT 'evaluation', $2, now(), 'The person', 'inbound', jsonb_build_object('inbound', id::text, 'type', 'message')
       FROM mail
     )
     UPDATE submissions SET last_message_at = now(), message_state = 'unread', revision = revision + 1
     WHERE kind = 'evaluation' AND id = $2`,
    [randomBytes(32).toString("hex"), id, text],
  );
}
