import { expect } from "@playwright/test";
import { strictObject } from "zod/mini";
import { requestExamples } from "../../lib/contract/examples.ts";
import { SubmissionResult } from "../../lib/domain/submissions/core/schema.ts";
import { untouched, withoutEvaluation } from "../../lib/domain/submissions/core/untouched.fixture.ts";
import { newRequestId } from "../support/submissions.ts";
import { type Client, query, randomEmail, test } from "../support/test.ts";

const path = "/api/leads/contact";
const StrictResult = strictObject(SubmissionResult.shape);

async function submit(client: Client, body: Record<string, unknown>): Promise<number> {
  const answer = await client.post(path, body);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  const result = StrictResult.parse(answer.json);
  expect(result.success).toBe(true);
  return result.id;
}

async function readInquiry(id: number): Promise<Record<string, unknown>> {
  const [row] = await query("SELECT * FROM submissions WHERE kind = 'inquiry' AND id = $1", [id]);
  if (!row) throw new Error(`there is no contact ${id}`);
  return row;
}

test.describe("a stored inquiry", () => {
  test("stores an inquiry's properties trimmed, and ignores properties that the contract does not name", async ({
    client,
  }) => {
    const email = randomEmail();
    const requestId = newRequestId();
    const startedAt = Date.now();
    const answer = await client.post(
      path,
      {
        name: "  Ana Solís ",
        email,
        message: "\n¿Hacen sorteos en El Salvador? 🎉 ",
        topic: "prize-draws-2",
        language: "es",
        sourcePage: " /es/contact ",
        channel: "ai_agent",
        agentName: " Claude ",
        userConsent: true,
        website: "",
        utm: { gclid: " abc " },
        landingPage: " https://example.com/ ",
        referrer: " https://search.example.com/ ",
        role: "smuggled",
        id: 7,
        createdAt: "2001-01-01T00:00:00Z",
      },
      { "x-request-id": requestId },
    );
    expect(answer.status).toBe(201);
    const { id } = StrictResult.parse(answer.json);
    expect(answer.headers.get("x-request-id")).toBe(requestId);
    const { created_at: createdAt, is_processed: _processed, words: _words, ...row } = await readInquiry(id);
    const hoursLater = (hours: number) => new Date(Number(createdAt) + hours * 60 * 60 * 1000);
    expect(row).toEqual({
      ...withoutEvaluation,
      id,
      kind: "inquiry",
      request_id: requestId,
      name: "Ana Solís",
      email,
      text: "¿Hacen sorteos en El Salvador? 🎉",
      topic: "prize-draws-2",
      language: "es",
      source_page: "/es/contact",
      channel: "ai_agent",
      agent_name: "Claude",
      user_consent: true,
      utm: { gclid: "abc" },
      landing_page: "https://example.com/",
      referrer: "https://search.example.com/",
      submission_key: null,
      submission_fingerprint: null,
      ...untouched,
      notice_version: null,
      consent_evidence: "claimed",
      content_hash: expect.stringMatching(/^[0-9a-f-]{36}$/),
      repeat_of: null,
      host_evidence: "none",
      assistant_host: null,
      asked_at: null,
      reply_due_at: hoursLater(48),
      reply_warning_at: hoursLater(36),
      reply_hours: 48,
      reply_hours_run: "always",
      snoozed_until: null,
      honeypot_filled: null,
      spam_reasons: null,
      clock_mail_at: null,
    });
    expect(Number(createdAt)).toBeGreaterThanOrEqual(startedAt);
    expect(Number(createdAt)).toBeLessThanOrEqual(Date.now());
  });
});

for (const [name, { value }] of Object.entries(requestExamples.submitContact)) {
  test(`accepts the contract's inquiry example "${name}" as it is`, async ({ client }) => {
    const id = await submit(client, value);
    expect(await readInquiry(id)).toMatchObject({ email: value.email, source_page: value.sourcePage });
  });
}
