import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { strictObject } from "zod/mini";
import type { RequestContext } from "../../../domain/request-context.ts";
import { ContactInput, EvaluationInput, EvaluationResult } from "../../../domain/submissions/core/schema.ts";
import type { SubmissionKind } from "../../../domain/submissions/core/submission-ref.ts";
import { untouched, withoutEvaluation } from "../../../domain/submissions/core/untouched.fixture.ts";
import {
  answersByKeyWorth,
  byAgent,
  validContact,
  validEvaluation,
} from "../../../domain/submissions/core/valid-input.fixture.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { DeskRecords, newEmail } from "../core/desk.fixture.ts";
import { submitEvaluation, submitInquiry } from "./submit.ts";

// A database of its own, so that no other test takes reference numbers meanwhile.
const { url } = await switchToOwnDatabase(process.env);
const { client } = new DeskRecords(url);

type Change = Record<string, unknown>;
type Context = Partial<RequestContext>;
const now = new Date("2026-11-21T08:09:10.123Z");
const toContext = (context: Context = {}) => ({ now, requestId: randomUUID(), ...context });

const evaluate = (change: Change, context?: Context) =>
  submitEvaluation(EvaluationInput.parse(validEvaluation(change)), toContext(context));
const inquire = (change: Change, context?: Context, fault: Partial<ContactInput> = {}) =>
  submitInquiry({ ...ContactInput.parse(validContact(change)), ...fault }, toContext(context));

async function readRow(kind: SubmissionKind, id: number): Promise<Record<string, unknown>> {
  const { rows } = await client.query("SELECT * FROM submissions WHERE kind = $1 AND id = $2", [kind, id]);
  expect(rows).toHaveLength(1);
  return rows[0];
}

async function listIds(kind: SubmissionKind, email: string): Promise<number[]> {
  const text = "SELECT id FROM submissions WHERE kind = $1 AND email = $2 ORDER BY id";
  return (await client.query(text, [kind, email])).rows.map(({ id }) => id);
}

/** Columns with the same value in both kinds, for a submission by an agent with a promised reply. */
const stored = {
  ...untouched,
  is_processed: false,
  words: null,
  created_at: now,
  name: "Ana Ruiz",
  channel: "ai_agent",
  agent_name: "Some Assistant",
  user_consent: true,
  submission_key: null,
  submission_fingerprint: null,
  content_hash: expect.stringMatching(/^[0-9a-f-]{36}$/),
  repeat_of: null,
  host_evidence: "none",
  assistant_host: null,
  asked_at: null,
  notice_version: "2026-11-21",
  reply_due_at: new Date("2026-11-23T08:09:10.123Z"),
  reply_warning_at: new Date("2026-11-22T20:09:10.123Z"),
  consent_evidence: "claimed",
  reply_hours: 48,
  reply_hours_run: "always",
};

test("stores every field of an evaluation as sent, with its verdict", async () => {
  const email = newEmail();
  const answers = [2, 1, 0, 0.5, 2, 2, 1.25, 0, 2];
  const sent = {
    ...byAgent({ email, phone: "+502 5555", answers }),
    utm: { utm_source: "newsletter", gclid: "x" },
    landingPage: "https://example.com/?a=1",
    referrer: "https://search.example.com/",
  };
  const requestId = randomUUID();
  const { id, route } = await evaluate(sent, { requestId, noticeVersion: "2026-11-21" });
  expect(await readRow("evaluation", id)).toEqual({
    ...stored,
    kind: "evaluation",
    id,
    topic: null,
    request_id: requestId,
    role: "Brand manager",
    company: "Casa Ruiz",
    email,
    phone: "+502 5555",
    text: "A loyalty programme for three countries.",
    discovery_source: "A friend",
    language: "es",
    source_page: "/es/evaluation",
    utm: sent.utm,
    landing_page: sent.landingPage,
    referrer: sent.referrer,
    answers,
    answers_form: "answers",
    score: 10.75,
    route,
    review_min: 7,
    qualified_min: 13,
  });
});

test("stores every field of an inquiry as sent", async () => {
  const email = newEmail();
  const sent = {
    ...byAgent({ email, topic: "prize-draws", utm: { utm_medium: "cpc" } }),
    landingPage: "https://example.com/",
    referrer: "",
  };
  const requestId = randomUUID();
  const result = await inquire(sent, { requestId, noticeVersion: "2026-11-21" });
  expect(result).toEqual({
    id: expect.any(Number),
    success: true,
    receipt: { kind: "inquiry", id: result.id, route: null, sentAt: now },
  });
  expect(await readRow("inquiry", result.id)).toEqual({
    ...stored,
    ...withoutEvaluation,
    kind: "inquiry",
    id: result.id,
    request_id: requestId,
    email,
    text: "How long does it take?",
    topic: "prize-draws",
    language: "en",
    source_page: "/en/contact",
    utm: { utm_medium: "cpc" },
    landing_page: sent.landingPage,
    referrer: "",
  });
});

const kinds = [
  { kind: "evaluation" as const, text: "projectDescription", submit: evaluate },
  { kind: "inquiry" as const, text: "message", submit: inquire },
];

describe.each(kinds)("submission of kind $kind", ({ kind, text, submit }) => {
  test("stores null for missing fields, and the channel web", async () => {
    const { id } = await submit({});
    expect(await readRow(kind, id)).toMatchObject({
      channel: "web",
      phone: null,
      topic: null,
      agent_name: null,
      user_consent: null,
      utm: null,
      landing_page: null,
      referrer: null,
      submission_key: null,
      submission_fingerprint: null,
      notice_version: null,
      consent_evidence: null,
    });
  });

  test("stores consent as the sender claims it, even if it is refused", async () => {
    const { id } = await submit({ userConsent: false, agentName: "A mere name" });
    expect(await readRow(kind, id)).toMatchObject({
      channel: "web",
      user_consent: false,
      agent_name: "A mere name",
    });
  });

  test("stores utm parameters of any name, such as __proto__", async () => {
    const names = [
      "__proto__",
      "constructor",
      "hasOwnProperty",
      "toString",
      "toJSON",
      "then",
      "length",
      "$type",
      "value",
    ];
    const utm = Object.fromEntries([...names, "0", "", "' OR 1=1 --"].map((name, at) => [name, `kept ${at}`]));
    for (const sent of [utm, {}]) {
      const { id } = await submit({ utm: sent });
      const { utm: stored } = await readRow(kind, id);
      expect(Object.entries(stored as object).sort()).toEqual(Object.entries(sent).sort());
    }
  });

  test("stores a text of 4000 emoji, which are 8000 UTF-16 units", async () => {
    const { id } = await submit({ [text]: "🎁".repeat(4000) });
    expect((await readRow(kind, id)).text).toBe("🎁".repeat(4000));
  });

  test("returns unique and rising reference numbers, even to concurrent submissions", async () => {
    const email = newEmail();
    const { id: before } = await submit({});
    const results = await Promise.all(Array.from({ length: 40 }, () => submit({ email })));
    const ids = results.map(({ id }) => id).sort((a, b) => a - b);
    expect(new Set(ids).size).toBe(40);
    expect(ids[0]).toBeGreaterThan(before);
    expect(await listIds(kind, email)).toEqual(ids);
  });
});

test("numbers evaluations and inquiries separately, from 1", async () => {
  const text = `SELECT sequencename AS name, start_value::int AS first, coalesce(last_value, 0)::int AS last
    FROM pg_sequences WHERE sequencename IN ('evaluation_id_seq', 'inquiry_id_seq') ORDER BY 1`;
  const [evaluations, inquiries] = (await client.query(text)).rows;
  expect([evaluations.first, inquiries.first]).toEqual([1, 1]);
  for (const next of [1, 2]) {
    expect((await evaluate({})).id).toBe(evaluations.last + next);
    expect((await inquire({})).id).toBe(inquiries.last + next);
  }
});

test("stores answersByKey as nine numbers in question order", async () => {
  const points = [0, 1, 2, 2, 1, 0, 0, 1, 2];
  const { id } = await evaluate({ answers: undefined, answersByKey: answersByKeyWorth(points) });
  expect(await readRow("evaluation", id)).toMatchObject({ answers: points, answers_form: "answersByKey", score: 9 });
});

test.each([
  [[2, 2, 2, 0.999, 0, 0, 0, 0, 0], "redirect"],
  [[2, 2, 2, 1, 0, 0, 0, 0, 0], "review"],
  [[2, 2, 2, 2, 2, 2, 0.999, 0, 0], "review"],
  [Array.from({ length: 9 }, () => 13 / 9), "qualified"],
])("gives the answers %j the route %s, and promises a reply only for a review", async (answers, route) => {
  const { receipt: _, ...result } = await evaluate({ answers });
  expect(strictObject(EvaluationResult.shape).parse(result).route).toBe(route);
  expect("schedulingUrl" in result).toBe(route === "qualified");
  const promise = route === "review" ? expect.any(Date) : null;
  expect(await readRow("evaluation", result.id)).toMatchObject({
    route,
    reply_due_at: promise,
    reply_warning_at: promise,
  });
});

test("stores that an assistant's host asked for consent", async () => {
  const { id: asked } = await inquire(byAgent({}), { consentEvidence: "elicited" });
  expect(await readRow("inquiry", asked)).toMatchObject({ consent_evidence: "elicited" });
});

test.each([
  undefined,
  ...(["egress", "signature", "mtls"] as const).map((evidence) => ({ name: "ChatGPT", evidence })),
])("stores the recognized assistant host, whatever the channel: %j", async (assistantHost) => {
  for (const change of [{}, byAgent({})]) {
    const { id } = await inquire(change, { assistantHost });
    const { evidence = "none", name = null } = assistantHost ?? {};
    expect(await readRow("inquiry", id)).toMatchObject({ host_evidence: evidence, assistant_host: name });
  }
});

test.each([
  ["web", "Claude"],
  ["ai_agent", null],
] as const)("for the channel %s, stores %j as the assistant that prepared the form", async (channel, assisted_by) => {
  const { id } = await inquire({ channel, agentName: "Some Assistant", userConsent: true }, { assistedBy: "Claude" });
  expect(await readRow("inquiry", id)).toMatchObject({ channel, assisted_by });
});

test("rejects only the invalid one of several simultaneous submissions", async () => {
  const email = newEmail();
  const submit = (at: number) => inquire({ email, message: `Question ${at}` }, {}, at === 7 ? { message: "" } : {});
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => submit(at)));
  expect(results.flatMap(({ status }, at) => (status === "rejected" ? [at] : []))).toEqual([7]);
  expect(await listIds("inquiry", email)).toHaveLength(19);
  for (const [at, result] of results.entries()) {
    if (result.status === "fulfilled") expect((await readRow("inquiry", result.value.id)).text).toBe(`Question ${at}`);
  }
});
