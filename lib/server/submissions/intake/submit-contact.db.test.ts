import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ContactInput } from "../../../domain/submissions/core/schema.ts";
import { untouched, withoutEvaluation } from "../../../domain/submissions/core/untouched.fixture.ts";
import { byAgent, validContact } from "../../../domain/submissions/core/valid-input.fixture.ts";
import { disconnect } from "../../db.ts";
import { submitInquiry } from "./submit.ts";

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
beforeAll(() => client.connect());
afterAll(async () => {
  await client.end();
  await disconnect();
});

const newEmail = () => `${randomUUID()}@example.com`;
const context = () => ({ now: new Date("2026-11-21T08:09:10.123Z"), requestId: randomUUID() });

function submit(change: Record<string, unknown>) {
  return submitInquiry(ContactInput.parse(validContact(change)), context());
}

async function readRow(id: number): Promise<Record<string, unknown>> {
  const { rows } = await client.query("SELECT * FROM submissions WHERE kind = 'inquiry' AND id = $1", [id]);
  expect(rows).toHaveLength(1);
  return rows[0];
}

test("stores every field of an inquiry as sent", async () => {
  const email = newEmail();
  const sent = {
    ...byAgent(validContact({ email, topic: "prize-draws", utm: { utm_medium: "cpc" } })),
    landingPage: "https://example.com/",
    referrer: "",
  };
  const { requestId, now } = context();
  const result = await submitInquiry(ContactInput.parse(sent), { requestId, now });
  expect(result).toEqual({ id: expect.any(Number), success: true, createdAt: now });
  expect(await readRow(result.id)).toEqual({
    ...untouched,
    ...withoutEvaluation,
    kind: "inquiry",
    is_processed: false,
    words: null,
    id: result.id,
    created_at: now,
    request_id: requestId,
    name: "Ana Ruiz",
    email,
    text: "How long does it take?",
    topic: "prize-draws",
    language: "en",
    source_page: "/en/contact",
    channel: "ai_agent",
    agent_name: "Some Assistant",
    user_consent: true,
    utm: { utm_medium: "cpc" },
    landing_page: sent.landingPage,
    referrer: "",
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

test("stores that an assistant's host asked the person, and nothing for the website", async () => {
  const asked = await submitInquiry(ContactInput.parse(byAgent(validContact())), {
    ...context(),
    consentEvidence: "elicited",
  });
  expect(await readRow(asked.id)).toMatchObject({ consent_evidence: "elicited" });
  const { id } = await submit({});
  expect(await readRow(id)).toMatchObject({ consent_evidence: null });
  await expect(
    client.query("UPDATE submissions SET consent_evidence = 'claimed' WHERE kind = 'inquiry' AND id = $1", [id]),
  ).rejects.toThrow("submissions_consent_evidence_check");
});

test.each([
  undefined,
  ...(["egress", "signature", "mtls"] as const).map((evidence) => ({ name: "ChatGPT", evidence })),
])("stores the recognised assistant host, whatever the channel: %j", async (assistantHost) => {
  for (const body of [validContact(), byAgent(validContact())]) {
    const { id } = await submitInquiry(ContactInput.parse(body), { ...context(), assistantHost });
    expect(await readRow(id)).toMatchObject({
      host_evidence: assistantHost?.evidence ?? "none",
      assistant_host: assistantHost?.name ?? null,
    });
  }
});

test("stores null for missing fields of an inquiry", async () => {
  const { id } = await submit({});
  const nothing = { topic: null, agent_name: null, user_consent: null, utm: null, landing_page: null, referrer: null };
  expect(await readRow(id)).toMatchObject({ ...nothing, submission_key: null, notice_version: null, channel: "web" });
});

test.each([
  ["web", "Claude"],
  ["ai_agent", null],
] as const)("by %s, stores %j as the assistant that prepared the site's form", async (channel, assisted_by) => {
  const input = ContactInput.parse(validContact({ channel, agentName: "Some Assistant", userConsent: true }));
  const { id } = await submitInquiry(input, { ...context(), assistedBy: "Claude" });
  expect(await readRow(id)).toMatchObject({ channel, assisted_by });
});

test("stores names such as __proto__ in utm", async () => {
  const { id } = await submit({ utm: JSON.parse('{"__proto__":"a","constructor":"b"}') });
  const { rows } = await client.query(
    "SELECT key FROM submissions, jsonb_object_keys(utm) AS key WHERE kind = 'inquiry' AND id = $1",
    [id],
  );
  expect(rows.map(({ key }) => key).sort()).toEqual(["__proto__", "constructor"]);
});

test("stores a message of 4000 emoji", async () => {
  const message = "🏆".repeat(4000);
  const { id } = await submit({ message });
  expect((await readRow(id)).text).toBe(message);
});

test("stores nothing and returns no reference when the database rejects an inquiry", async () => {
  const email = newEmail();
  const valid = ContactInput.parse(validContact({ email }));
  for (const input of [
    { ...valid, topic: "Not a topic" },
    { ...valid, message: "" },
  ]) {
    await expect(submitInquiry(input, context())).rejects.toThrow();
  }
  expect(
    (await client.query("SELECT id FROM submissions WHERE kind = 'inquiry' AND email = $1", [email])).rows,
  ).toEqual([]);
});

test("returns increasing, unique references for simultaneous inquiries", async () => {
  const { id: before } = await submit({});
  const ids = (await Promise.all(Array.from({ length: 20 }, () => submit({})))).map(({ id }) => id);
  expect(new Set(ids).size).toBe(20);
  expect(Math.min(...ids)).toBeGreaterThan(before);
});

test("stores consent as claimed, even if refused", async () => {
  const { id } = await submit({ userConsent: false });
  expect(await readRow(id)).toMatchObject({ channel: "web", user_consent: false });
});

test("rejects only the invalid one of several simultaneous submissions", async () => {
  const name = randomUUID();
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) => {
      const input = ContactInput.parse(validContact({ name, message: `Question ${at}` }));
      return submitInquiry(at === 7 ? { ...input, name: "x".repeat(121) } : input, context());
    }),
  );
  expect(results.flatMap(({ status }, at) => (status === "rejected" ? [at] : []))).toEqual([7]);
  const { rows } = await client.query("SELECT id, text FROM submissions WHERE name = $1", [name]);
  const textOf = new Map(rows.map(({ id, text }) => [id, text]));
  for (const [at, result] of results.entries()) {
    if (result.status === "fulfilled") expect(textOf.get(result.value.id)).toBe(`Question ${at}`);
  }
  expect(textOf.size).toBe(19);
});
