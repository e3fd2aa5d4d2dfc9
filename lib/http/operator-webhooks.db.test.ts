import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Admin } from "../domain/access/operator.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Scope } from "../domain/operation.ts";
import { webhookTypes } from "../domain/webhooks/events.ts";
import { newOperator } from "../server/access/operator.fixture.ts";
import { toRawTransaction } from "../server/db.ts";
import { switchToOwnDatabase } from "../server/own-database.fixture.ts";
import { DeskRecords } from "../server/submissions/core/desk.fixture.ts";
import { Receiver, runWebhookSender } from "../server/webhooks/receiver.fixture.ts";

const receiver = new Receiver();
const inside = await receiver.start();
afterAll(() => receiver.stop());
const { url } = await switchToOwnDatabase(process.env);
Object.assign(process.env, { INSIDE_HOSTS: inside, LOG_LEVEL: "silent", SITE_URL: "https://encaje.example" });
const { makeApiKey } = await import("../server/access/api-keys.ts");
const { recordWebhookEvents } = await import("../server/queue/webhooks.ts");
const { dispatch } = await import("./dispatch.ts");

const records = new DeskRecords(url);
const { client } = records;
const now = new Date();
let admin: Admin;
beforeAll(async () => {
  ({ operator: admin } = await newOperator("admin"));
}, 60_000);
beforeEach(() => client.query("TRUNCATE webhook_endpoints, webhook_events, submissions CASCADE"));

const newKey = async (...scopes: Scope[]) =>
  (await makeApiKey({ name: "Zapier", scopes, days: 30 }, { admin, now })).key;

async function send(key: string, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const answer = await dispatch(new Request(`http://localhost:3000/api${path}`, { method, headers, body: sent }));
  return { status: answer.status, headers: answer.headers, body: JSON.parse(String(answer.body)) as JsonObject };
}

const recordEvent = (ref: { kind: string; id: number }, at = new Date()) =>
  recordWebhookEvents(toRawTransaction(client), [{ ...ref, type: "submission.created", at }]);

test("subscribes without a handshake, and unsubscribes as often as asked", async () => {
  const key = await newKey("webhooks:manage");
  const asked = { url: `http://${inside}/hook`, events: ["submission.created"], language: "es" };
  const { status, body } = await send(key, "POST", "/v1/webhooks", asked);
  expect({ status, body }).toEqual({
    status: 201,
    body: { id: expect.any(String), secret: expect.stringMatching(/^whsec_/) },
  });
  expect(receiver.list("/hook")).toEqual([]);
  const { body: listed } = await send(key, "GET", "/v1/webhooks");
  expect(listed.webhooks).toEqual([
    expect.objectContaining({ ...asked, id: body.id, name: inside, shape: "ids", format: "standard", kind: null }),
  ]);
  expect(JSON.stringify(listed)).not.toContain("whsec_");
  await recordEvent(await records.inquiry());
  await recordEvent(await records.inquiry({ language: "en" }));
  await runWebhookSender();
  expect(receiver.list("/hook")).toHaveLength(1);
  for (let at = 0; at < 2; at++) {
    const ended = await send(key, "DELETE", `/v1/webhooks/${body.id}`);
    expect(ended).toMatchObject({ status: 200, body: { id: body.id } });
  }
  await recordEvent(await records.inquiry());
  await runWebhookSender();
  expect(receiver.list("/hook")).toHaveLength(1);
  const { rows } = await client.query(
    "SELECT action FROM audit_entries WHERE actor = $1 AND action LIKE 'webhook%' ORDER BY id DESC LIMIT 2",
    [admin.email],
  );
  expect(rows.map(({ action }) => action)).toEqual(["webhook_removed", "webhook_saved"]);
});

test("sends no personal data to a key without the scope to read it", async () => {
  const [key, reader] = [await newKey("webhooks:manage"), await newKey("webhooks:manage", "submissions:read")];
  const ref = await records.inquiry({ name: "Rosa Quispe" });
  await client.query("INSERT INTO webhook_events (id, type, at, kind, submission_id) VALUES ($1, $2, now(), $3, $4)", [
    crypto.randomUUID(),
    "submission.created",
    ref.kind,
    ref.id,
  ]);
  // As a GET returns an endpoint without conditions.
  const conditions = { kind: null, route: null, language: null, channel: null };
  const asked = { url: "https://hooks.example.com/x", events: [...webhookTypes], shape: "person", ...conditions };
  const samples = "/v1/events/samples?type=submission.created";
  for (const refused of [
    await send(key, "POST", "/v1/webhooks", asked),
    await send(key, "GET", `${samples}&shape=person`),
  ]) {
    expect(refused).toMatchObject({
      status: 403,
      body: { error: "This needs a key with the scope submissions:read." },
    });
    expect(refused.headers["WWW-Authenticate"]).toContain('scope="submissions:read"');
  }
  expect(JSON.stringify((await send(key, "GET", samples)).body)).not.toContain("Rosa");
  expect(JSON.stringify((await send(reader, "GET", `${samples}&shape=person`)).body)).toContain("Rosa Quispe");
  expect((await send(reader, "POST", "/v1/webhooks", asked)).status).toBe(201);
});

test.each([
  { url: "ftp://example.com" },
  { url: "https://user:secret@example.com" },
  { url: "http://example.com/x" },
  { url: "http://127.0.0.1:1/x" },
  { events: ["endpoint.test"] },
  { events: [] },
  { kind: "inquiry", route: "review" },
])("refuses the subscription %j", async (change) => {
  const asked = { url: "https://hooks.example.com/x", events: ["reply.overdue"], ...change };
  const { status, body } = await send(await newKey("webhooks:manage"), "POST", "/v1/webhooks", asked);
  expect({ status, body }).toEqual({ status: 400, body: { error: expect.any(String) } });
});

test("returns samples of each event in the requested shape until real events exist", async () => {
  const key = await newKey("webhooks:manage", "submissions:read");
  for (const type of webhookTypes) {
    for (const shape of ["ids", "person"]) {
      const ask = async () => (await send(key, "GET", `/v1/events/samples?type=${type}&shape=${shape}`)).body;
      const { samples } = await ask();
      expect(samples).toEqual([
        expect.objectContaining({ id: expect.any(String), type, timestamp: expect.any(String) }),
      ]);
      expect(JSON.stringify(samples).includes("Lucía")).toBe(shape === "person" && !/^entry|erased$/.test(type));
      expect((await ask()).samples).toEqual(samples);
    }
  }
  expect((await send(key, "GET", "/v1/events/samples?type=lead.created")).status).toBe(400);
});

// https://docs.zapier.com/platform/build/hook-trigger and Make's "dedicated, attached webhooks".
test("meets the requirements of Zapier and Make for webhooks and samples", async () => {
  const key = await newKey("webhooks:manage");
  const subscribe = async (path: string) => {
    const asked = { url: `http://${inside}${path}`, events: ["submission.created"] };
    return (await send(key, "POST", "/v1/webhooks", asked)).body;
  };
  const [zap, scenario] = [await subscribe("/zap"), await subscribe("/make")];
  expect(receiver.received.filter(({ path }) => /zap|make/.test(path))).toEqual([]);
  for (let at = 0; at < 4; at++) await recordEvent(await records.inquiry(), new Date(now.getTime() + at * 1_000));
  await runWebhookSender();
  const sent = receiver.list("/zap").map(({ body, headers }) => ({ ...JSON.parse(body), id: headers["webhook-id"] }));
  expect(sent).toHaveLength(4);
  const ask = async () => (await send(key, "GET", "/v1/events/samples?type=submission.created")).body.samples;
  const newestFirst = sent.sort((one, other) => other.timestamp.localeCompare(one.timestamp));
  expect(await ask()).toEqual(newestFirst.slice(0, 3));
  expect(await ask()).toEqual(await ask());
  await send(key, "DELETE", `/v1/webhooks/${zap.id}`);
  await recordEvent(await records.inquiry());
  await runWebhookSender();
  expect([receiver.list("/zap").length, receiver.list("/make").length]).toEqual([4, 5]);
  expect((await send(key, "DELETE", `/v1/webhooks/${scenario.id}`)).body).toEqual({ id: scenario.id });
});
