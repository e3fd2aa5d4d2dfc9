import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { strictObject } from "zod/mini";
import { EvaluationInput, EvaluationResult } from "../../../domain/submissions/core/schema.ts";
import { untouched } from "../../../domain/submissions/core/untouched.fixture.ts";
import { answersByKeyWorth, byAgent, validEvaluation } from "../../../domain/submissions/core/valid-input.fixture.ts";
import { disconnect } from "../../db.ts";
import { submitEvaluation } from "./submit.ts";

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
beforeAll(() => client.connect());
afterAll(async () => {
  await client.end();
  await disconnect();
});

const newEmail = () => `${randomUUID()}@example.com`;
const context = () => ({ now: new Date("2026-11-21T08:09:10.123Z"), requestId: randomUUID() });

function submit(change: Record<string, unknown>) {
  return submitEvaluation(EvaluationInput.parse(validEvaluation(change)), context());
}

async function readRow(id: number): Promise<Record<string, unknown>> {
  const { rows } = await client.query("SELECT * FROM submissions WHERE kind = 'evaluation' AND id = $1", [id]);
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe("stored evaluation", () => {
  test("stores every field as sent, the answers, the verdict and the thresholds", async () => {
    const email = newEmail();
    const sent = {
      ...byAgent(validEvaluation({ email, phone: "+502 5555", answers: [2, 1, 0, 0.5, 2, 2, 1.25, 0, 2] })),
      utm: { utm_source: "newsletter", gclid: "x" },
      landingPage: "https://example.com/?a=1",
      referrer: "https://search.example.com/",
    };
    const { requestId, now } = context();
    const { id, route } = await submitEvaluation(EvaluationInput.parse(sent), { requestId, now });
    expect(await readRow(id)).toEqual({
      ...untouched,
      kind: "evaluation",
      topic: null,
      is_processed: false,
      words: null,
      id,
      created_at: now,
      request_id: requestId,
      name: "Ana Ruiz",
      role: "Brand manager",
      company: "Casa Ruiz",
      email,
      phone: "+502 5555",
      text: "A loyalty programme for three countries.",
      discovery_source: "A friend",
      language: "es",
      source_page: "/es/evaluation",
      channel: "ai_agent",
      agent_name: "Some Assistant",
      user_consent: true,
      utm: sent.utm,
      landing_page: sent.landingPage,
      referrer: sent.referrer,
      answers: [2, 1, 0, 0.5, 2, 2, 1.25, 0, 2],
      answers_form: "answers",
      score: 10.75,
      route,
      review_min: 7,
      qualified_min: 13,
      submission_key: null,
      submission_fingerprint: null,
      content_hash: expect.stringMatching(/^[0-9a-f-]{36}$/),
      repeat_of: null,
      host_evidence: "none",
      assistant_host: null,
      asked_at: null,
      notice_version: null,
      reply_due_at: new Date("2026-11-23T08:09:10.123Z"),
      reply_warning_at: new Date("2026-11-22T20:09:10.123Z"),
      consent_evidence: "claimed",
      reply_hours: 48,
      reply_hours_run: "always",
    });
  });

  test("promises a reply only for the route review", async () => {
    for (const points of [2, 0]) {
      const { id } = await submit({ answers: Array(9).fill(points) });
      expect(await readRow(id)).toMatchObject({ reply_due_at: null, reply_warning_at: null });
    }
  });

  test("stores answers by key as nine numbers in question order, and their form", async () => {
    const points = [0, 1, 2, 2, 1, 0, 0, 1, 2];
    const { id } = await submit({ answers: undefined, answersByKey: answersByKeyWorth(points) });
    expect(await readRow(id)).toMatchObject({ answers: points, answers_form: "answersByKey", score: 9 });
  });

  test("stores null for missing fields, and the channel web", async () => {
    const { id } = await submit({});
    const nothing = {
      phone: null,
      agent_name: null,
      user_consent: null,
      utm: null,
      landing_page: null,
      referrer: null,
      submission_key: null,
      submission_fingerprint: null,
      notice_version: null,
      consent_evidence: null,
    };
    expect(await readRow(id)).toMatchObject({ ...nothing, channel: "web" });
  });

  test("stores the consent as claimed, even if refused", async () => {
    const { id } = await submit({ userConsent: false, agentName: "A mere name" });
    expect(await readRow(id)).toMatchObject({ channel: "web", user_consent: false, agent_name: "A mere name" });
  });

  test("stores every name in utm, including __proto__", async () => {
    const utm = '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d","":"e"}';
    const { id } = await submit({ utm: JSON.parse(utm) });
    const { rows } = await client.query(
      "SELECT key, value FROM submissions, jsonb_each_text(utm) WHERE kind = 'evaluation' AND id = $1",
      [id],
    );
    expect(new Map(rows.map(({ key, value }) => [key, value]))).toEqual(
      new Map([
        ["__proto__", "a"],
        ["constructor", "b"],
        ["toString", "c"],
        ["hasOwnProperty", "d"],
        ["", "e"],
      ]),
    );
  });

  test("stores a text of 4000 emoji, which are 8000 UTF-16 units", async () => {
    const projectDescription = "🎁".repeat(4000);
    const { id } = await submit({ projectDescription });
    expect((await readRow(id)).text).toBe(projectDescription);
  });

  test("trims text and keeps quotes, backslashes and line ends unchanged", async () => {
    const { id } = await submit({ name: '  O\'Brien "\\x" %s $1\n', company: "\t名前; DROP TABLE leads;--" });
    expect(await readRow(id)).toMatchObject({ name: 'O\'Brien "\\x" %s $1', company: "名前; DROP TABLE leads;--" });
  });
});

describe("verdict of an evaluation", () => {
  test.each([
    [Array.from({ length: 9 }, () => 0), "redirect"],
    [[2, 2, 2, 0.999, 0, 0, 0, 0, 0], "redirect"],
    [[2, 2, 2, 1, 0, 0, 0, 0, 0], "review"],
    [[2, 2, 2, 2, 2, 2, 0.999, 0, 0], "review"],
    [Array.from({ length: 9 }, () => 13 / 9), "qualified"],
  ])("judges %j as %s, in the response and in the row", async (answers, route) => {
    const { createdAt: _, ...result } = await submit({ answers });
    expect(strictObject(EvaluationResult.shape).parse(result).route).toBe(route);
    expect("schedulingUrl" in result).toBe(route === "qualified");
    expect((await readRow(result.id)).route).toBe(route);
  });

  test("returns the verdict in the requested language", async () => {
    const [english, spanish] = [await submit({ language: "en" }), await submit({ language: "es" })];
    expect(english.message).toMatch(/\bYour answers\b/);
    expect(spanish.message).toMatch(/\bSus respuestas\b/);
  });
});

describe("storage of an evaluation", () => {
  test("stores nothing and returns no reference if the database rejects an evaluation", async () => {
    const email = newEmail();
    const valid = EvaluationInput.parse(validEvaluation({ email }));
    const broken = [
      { ...valid, answers: [9, 2, 2, 2, 2, 2, 2, 2, 2] },
      { ...valid, sourcePage: "x".repeat(241) },
      { ...valid, channel: "ai_agent" as const },
    ];
    for (const input of broken) await expect(submitEvaluation(input, context())).rejects.toThrow();
    expect(
      (await client.query("SELECT id FROM submissions WHERE kind = 'evaluation' AND email = $1", [email])).rows,
    ).toEqual([]);
  });

  test("gives each evaluation a unique reference, larger than earlier ones, even concurrently", async () => {
    const email = newEmail();
    const { id: before } = await submit({ email });
    const results = await Promise.all(Array.from({ length: 40 }, () => submit({ email })));
    const ids = results.map(({ id }) => id);
    expect(new Set(ids).size).toBe(40);
    expect(Math.min(...ids)).toBeGreaterThan(before);
    const { rows } = await client.query(
      "SELECT id FROM submissions WHERE kind = 'evaluation' AND email = $1 AND id > $2",
      [email, before],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});
