import { expect } from "@playwright/test";
import { strictObject } from "zod/mini";
import { requestExamples, verdictExamples } from "../../lib/contract/examples.ts";
import { EvaluationResult, LeadRoute } from "../../lib/domain/submissions/core/schema.ts";
import { untouched } from "../../lib/domain/submissions/core/untouched.fixture.ts";
import { answerTable } from "../support/spec-table.ts";
import { newRequestId } from "../support/submissions.ts";
import { type Client, evaluation, query, randomEmail, test } from "../support/test.ts";

const path = "/api/leads/evaluate";
const StrictResult = strictObject(EvaluationResult.shape);
const toAnswers = (score: number) => Array.from({ length: 9 }, (_, at) => Math.max(0, Math.min(2, score - at * 2)));

async function evaluate(client: Client, body: Record<string, unknown>, headers = {}) {
  const answer = await client.post(path, body, headers);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return StrictResult.parse(answer.json);
}

async function readLead(id: number): Promise<Record<string, unknown>> {
  const [row] = await query("SELECT * FROM submissions WHERE kind = 'evaluation' AND id = $1", [id]);
  if (!row) throw new Error(`there is no lead ${id}`);
  return row;
}

test.describe("the verdict", () => {
  for (const [score, route] of [
    [0, "redirect"],
    [6.9, "redirect"],
    [7, "review"],
    [12.9, "review"],
    [13, "qualified"],
    [18, "qualified"],
  ] as const) {
    test(`chooses the route ${route} if the answers sum to ${score}`, async ({ client }) => {
      const result = await evaluate(client, evaluation({ answers: toAnswers(score) }));
      expect(result.route).toBe(route);
      expect("schedulingUrl" in result).toBe(route === "qualified");
      if (route === "qualified") expect(result.schedulingUrl).toMatch(/^https:\/\//);
      expect(await readLead(result.id)).toMatchObject({ route, score, review_min: 7, qualified_min: 13 });
    });
  }

  test("returns a different message for each route, in the requested language", async ({ client }) => {
    const messages = new Set<string>();
    for (const score of [0, 9, 18]) {
      const english = await evaluate(client, evaluation({ language: "en", answers: toAnswers(score) }));
      const spanish = await evaluate(client, evaluation({ language: "es", answers: toAnswers(score) }));
      expect(english.message).toMatch(/\byour?\b/);
      expect(english.message).not.toMatch(/[áéíóúñ¿]|\bsus?\b/i);
      expect(spanish.message).toMatch(/\bsus?\b/i);
      expect(spanish.message).not.toMatch(/\byour?\b/);
      messages.add(english.message).add(spanish.message);
    }
    expect(messages.size).toBe(6);
  });

  test("chooses the better route if nine fractional answers sum to its threshold", async ({ client }) => {
    const result = await evaluate(client, evaluation({ answers: Array(9).fill(13 / 9) }));
    expect(result.route).toBe("qualified");
  });
});

test.describe("the answers", () => {
  for (const points of [
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 1, 2, 0, 1, 2, 0, 1, 2],
    [2, 1, 0, 2, 1, 0, 2, 1, 0],
    [1, 1, 1, 1, 1, 1, 1, 1, 0],
    [2, 2, 2, 2, 2, 2, 2, 2, 2],
  ]) {
    test(`scores the answers ${points.join("")} the same whether sent by key or by number`, async ({ client }) => {
      const answersByKey = Object.fromEntries(answerTable.map(([key, options], at) => [key, options[points[at] ?? 0]]));
      const byNumber = await evaluate(client, evaluation({ answers: points }));
      const byKey = await evaluate(client, evaluation({ answers: undefined, answersByKey }));
      expect({ ...byKey, id: 0 }).toEqual({ ...byNumber, id: 0 });
      const score = points.reduce((total, point) => total + point, 0);
      const stored = { answers: points, score };
      expect(await readLead(byNumber.id)).toMatchObject({ ...stored, answers_form: "answers" });
      expect(await readLead(byKey.id)).toMatchObject({ ...stored, answers_form: "answersByKey" });
    });
  }

  test("accepts fractions as points of answers, and stores them as sent", async ({ client }) => {
    const answers = [0.25, 1.5, 2, 0, 1, 1.125, 0.1, 0.2, 1e-7];
    const { id } = await evaluate(client, evaluation({ answers }));
    expect(await readLead(id)).toMatchObject({ answers, score: 6.1750001 });
  });
});

test.describe("the stored lead", () => {
  test("stores a lead's properties trimmed, and ignores properties that the contract does not name", async ({
    client,
  }) => {
    const email = randomEmail();
    const requestId = newRequestId();
    const startedAt = Date.now();
    const answer = await client.post(
      path,
      {
        name: "  Lucía Hernández\n",
        role: "\tBrand manager ",
        company: " Café Volcán 🌋 ",
        email,
        phone: " +502 5555 0100 ",
        projectDescription: "  A receipt promotion with weekly draws.\nFrom March to May.  ",
        discoverySource: " A colleague ",
        language: "es",
        sourcePage: " /es/evaluation ",
        channel: "ai_agent",
        agentName: "  ChatGPT  ",
        userConsent: true,
        utm: { utm_source: " newsletter ", gclid: "abc" },
        landingPage: " https://example.com/?a=1 ",
        referrer: " https://search.example.com/ ",
        website: "",
        answers: [0, 1, 2, 0, 1, 2, 0, 1, 2],
        id: 7,
        score: 18,
        route: "qualified",
        reviewMin: 0,
        createdAt: "2001-01-01T00:00:00Z",
        requestId: "smuggled-id",
        anything: { deep: ["smuggled"] },
      },
      { "x-request-id": requestId },
    );
    const { id } = StrictResult.parse(answer.json);
    expect(answer.headers.get("x-request-id")).toBe(requestId);
    const { created_at: createdAt, is_processed: _processed, words: _words, ...row } = await readLead(id);
    const hoursLater = (hours: number) => new Date(Number(createdAt) + hours * 60 * 60 * 1000);
    expect(row).toEqual({
      id,
      kind: "evaluation",
      topic: null,
      request_id: requestId,
      name: "Lucía Hernández",
      role: "Brand manager",
      company: "Café Volcán 🌋",
      email,
      phone: "+502 5555 0100",
      text: "A receipt promotion with weekly draws.\nFrom March to May.",
      discovery_source: "A colleague",
      language: "es",
      source_page: "/es/evaluation",
      channel: "ai_agent",
      agent_name: "ChatGPT",
      user_consent: true,
      utm: { utm_source: "newsletter", gclid: "abc" },
      landing_page: "https://example.com/?a=1",
      referrer: "https://search.example.com/",
      answers: [0, 1, 2, 0, 1, 2, 0, 1, 2],
      answers_form: "answers",
      score: 9,
      route: "review",
      review_min: 7,
      qualified_min: 13,
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

  test("generates a request id if the caller sends none, stores it with the lead and returns it", async ({
    client,
  }) => {
    const answer = await client.post(path, evaluation());
    const { id } = StrictResult.parse(answer.json);
    expect(answer.headers.get("x-request-id")).toBe((await readLead(id)).request_id);
  });
});

for (const [name, { value }] of Object.entries(requestExamples.submitEvaluation)) {
  test(`accepts the contract's evaluation example "${name}" as it is`, async ({ client }) => {
    const { id } = await evaluate(client, value);
    expect(await readLead(id)).toMatchObject({ email: value.email, source_page: value.sourcePage });
  });
}

for (const route of LeadRoute.options) {
  test(`returns the verdict of the contract's response example for the route ${route}`, async ({ client }) => {
    const result = await evaluate(client, requestExamples.submitEvaluation[route].value);
    expect({ ...result, id: 0 }).toEqual({ ...verdictExamples[route].value, id: 0 });
  });
}
