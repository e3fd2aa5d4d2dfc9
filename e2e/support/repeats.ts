// Sends one submission many times at once through each interface that stores repeats only once.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { requestExamples } from "../../lib/contract/examples.ts";
import { submissionKeyQuery } from "../../lib/contract/headers.ts";
import type { SubmissionKind } from "../../lib/domain/submissions/core/submission-ref.ts";
import type { Body } from "./bodies.ts";
import { callTool, postForm, postJson, type Target } from "./doors.ts";
import { randomEmail } from "./test.ts";

const repeatCount = 100;

const paths = { evaluation: "/api/leads/evaluate", inquiry: "/api/leads/contact" };
const tools = { evaluation: "submit_evaluation", inquiry: "submit_inquiry" };
const forms = { evaluation: "evaluation", inquiry: "contact" } as const;

const bodies: Record<SubmissionKind, Body> = {
  evaluation: requestExamples.submitEvaluation.qualified.value,
  inquiry: requestExamples.submitContact.agent.value,
};

async function post(target: Target, path: string, body: Body, headers: Record<string, string> = {}): Promise<string> {
  const response = await postJson(target, path, body, headers);
  const text = await response.text();
  assert.equal(response.status, 201, text);
  return text;
}

type Way = (target: Target, kind: SubmissionKind, body: Body, key: string) => Promise<string>;

/** Ways to submit with protection against repeats. Each returns the full response as text. */
const ways: Record<string, Way> = {
  "HTTP with Idempotency-Key": (target, kind, body, key) => post(target, paths[kind], body, { "idempotency-key": key }),
  "HTTP with idempotencyKey": (target, kind, body, key) =>
    post(target, `${paths[kind]}?${new URLSearchParams({ [submissionKeyQuery.name]: key })}`, body),
  form: async (target, kind, { answersByKey, ...body }) => {
    const fields = { ...(body as Record<string, string>), ...(answersByKey as Record<string, string> | undefined) };
    const { location, cookie } = await postForm(target, forms[kind], "en", fields);
    assert.ok(cookie, location);
    return location + cookie;
  },
  MCP: async (target, kind, { channel, sourcePage, ...given }) => {
    const { isError, text } = await callTool(target, tools[kind], given);
    assert.equal(isError, false, text);
    return text;
  },
};

/**
 * Sends repeats through each interface. @throws unless an interface stores one row and sends equal responses
 * @returns a line for each interface and kind of submission
 */
export async function checkRepeats(target: Target, client: pg.ClientBase): Promise<string[]> {
  const lines: string[] = [];
  for (const kind of ["evaluation", "inquiry"] as const) {
    for (const [name, send] of Object.entries(ways)) {
      const [email, key] = [randomEmail(), randomUUID()];
      const body = { ...bodies[kind], email };
      const answers = await Promise.all(Array.from({ length: repeatCount }, () => send(target, kind, body, key)));
      const { rows } = await client.query("SELECT id FROM submissions WHERE kind = $1 AND email = $2", [kind, email]);
      const found = `${kind}, ${repeatCount} times by ${name}: rows ${rows.length}, answers ${new Set(answers).size}`;
      assert.deepEqual([rows.length, new Set(answers).size], [1, 1], found);
      lines.push(found);
    }
  }
  return lines;
}
