import { createHmac, randomUUID } from "node:crypto";
import fs from "node:fs";
import { gunzipSync } from "node:zlib";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { backUp } from "../../../scripts/backup/backup.fixture.ts";
import type { Admin } from "../../domain/access/operator.ts";
import { EndpointInput } from "../../domain/webhooks/endpoint.ts";
import { webhookTypes } from "../../domain/webhooks/events.ts";
import { inMailTransaction, toRawTransaction } from "../db.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { searchBytes } from "../people/byte-search.fixture.ts";
import { changeStatus, DeskRecords, hoursAgo, newWord, now } from "../submissions/core/desk.fixture.ts";
import { Receiver, runWebhookSender } from "./receiver.fixture.ts";

const receiver = new Receiver();
const host = await receiver.start();
afterAll(() => receiver.stop());
const { url, adminUrl } = await switchToOwnDatabase(process.env);
Object.assign(process.env, { INSIDE_HOSTS: host, LOG_LEVEL: "silent", SITE_URL: "https://encaje.example" });
const { recordWebhookEvents } = await import("../queue/webhooks.ts");
const { listAudit } = await import("../audit.ts");
const { openWebhookSender } = await import("./deliver-webhook.ts");
const { rotateSecret, saveEndpoint, switchEndpoint } = await import("./endpoints.ts");
const { listDeliveries, purgeWebhooks, replayWebhooks, testEndpoint } = await import("./endpoints.ts");
const { erasePerson } = await import("../people/erasures.ts");
const { queueClockMails } = await import("../queue/clock-mails.ts");

const records = new DeskRecords(url);
const { client } = records;
let admin: Admin;
beforeAll(async () => {
  admin = await records.admin();
});
beforeEach(() => client.query("TRUNCATE webhook_endpoints, webhook_events, mails CASCADE"));

const context = () => ({ admin, now: new Date() });
const everything = { events: [...webhookTypes], shape: "ids", format: "standard" };

async function addEndpoint(path: string, change: object = {}) {
  const input = { name: path, url: `http://${host}${path}`, ...everything, ...change };
  const { endpoint, secret = "" } = await saveEndpoint(EndpointInput.parse(input), context());
  return { endpoint, secret };
}

const readState = async (endpoint: string) => {
  const { rows } = await client.query("SELECT * FROM webhook_endpoints WHERE id = $1", [endpoint]);
  return rows[0];
};
const list = (endpoint: string) => listDeliveries(endpoint, { admin });
const recordEvent = (ref: { kind: string; id: number }) =>
  recordWebhookEvents(toRawTransaction(client), [{ ...ref, type: "submission.created", at: new Date() }]);
const makeDue = () => client.query("UPDATE webhook_deliveries SET next_at = now() WHERE state = 'waiting'");

/** Verifies with the specification's own library, and with a check written from the specification alone. */
function isSigned({ headers, body }: { headers: Record<string, string>; body: string }, secret: string): boolean {
  const isVerified = (() => {
    try {
      return Boolean(new Webhook(secret).verify(body, headers));
    } catch {
      return false;
    }
  })();
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = createHmac("sha256", key).update(signed).digest("base64");
  const isFresh = Math.abs(Date.now() / 1_000 - Number(headers["webhook-timestamp"])) < 300;
  const isEqual = isFresh && (headers["webhook-signature"] ?? "").split(" ").includes(`v1,${expected}`);
  expect(isVerified).toBe(isEqual);
  return isEqual;
}

test("sends each event in the endpoint's shape, without score or answers", async () => {
  const [ids, person] = [await addEndpoint("/ids"), await addEndpoint("/person", { shape: "person" })];
  const ref = await records.evaluation({ revision: 7, company: "Café Volcán", phone: "+52 55 1234 5678" });
  await recordEvent(ref);
  await runWebhookSender();
  const [first] = receiver.list("/ids");
  const body = JSON.parse(first?.body ?? "");
  expect(body).toEqual({
    type: "submission.created",
    timestamp: expect.any(String),
    data: {
      ...ref,
      reference: `E-${ref.id}`,
      url: `https://encaje.example/admin/inbox/evaluation/${ref.id}`,
      isErased: false,
      revision: 7,
      status: "new",
      route: "review",
      language: "es",
      channel: "web",
      topic: null,
      repliedAt: null,
      createdAt: hoursAgo(1).toISOString(),
      replyDueAt: hoursAgo(-47).toISOString(),
    },
  });
  const [second] = receiver.list("/person");
  const { data } = JSON.parse(second?.body ?? "");
  expect(data.person).toMatchObject({ name: "Ana Ruiz", company: "Café Volcán", text: expect.any(String) });
  expect(second?.body).not.toMatch(/score|answers|"(review|qualified)_?min/i);
  expect(first && isSigned(first, ids.secret)).toBe(true);
  expect(second && isSigned(second, person.secret)).toBe(true);
  expect(first?.headers["webhook-id"]).toBe(second?.headers["webhook-id"]);
});

test("retries with the same id at the time that the receiver asks for", async () => {
  for (const manner of [500, "reset", "redirect", "busy"] as const) {
    const path = `/${manner}`;
    receiver.manners[path] = manner;
    const { endpoint, secret } = await addEndpoint(path);
    await recordEvent(await records.inquiry());
    await runWebhookSender();
    const [delivery] = await list(endpoint);
    expect(delivery).toMatchObject({
      state: "waiting",
      attempts: [{ status: { 500: 500, reset: null, redirect: 302, busy: 503 }[manner] }],
    });
    const pause = ((delivery?.nextAt.getTime() ?? 0) - Date.now()) / 1_000;
    expect(pause).toBeLessThanOrEqual(manner === "busy" ? 7_200 : 5);
    expect(pause).toBeGreaterThan(manner === "busy" ? 7_100 : 0);
    receiver.manners[path] = 200;
    await makeDue();
    await runWebhookSender();
    const [one, other, ...more] = receiver.list(path);
    expect(more).toEqual([]);
    expect(other?.headers["webhook-id"]).toBe(one?.headers["webhook-id"]);
    expect(other && isSigned(other, secret)).toBe(true);
    expect((await list(endpoint))[0]).toMatchObject({ state: "done", attempts: [{}, { status: 200, fault: null }] });
    await client.query("DELETE FROM webhook_endpoints");
  }
  expect(receiver.list("/elsewhere")).toEqual([]);
});

test("does not delay other endpoints when one hangs", async () => {
  receiver.manners["/hang"] = "hang";
  const [hanging, quick] = [await addEndpoint("/hang"), await addEndpoint("/quick")];
  const refs = [];
  for (let at = 0; at < 10; at++) refs.push(await records.inquiry());
  const sender = await openWebhookSender();
  await recordWebhookEvents(
    toRawTransaction(client),
    refs.map((ref) => ({ ...ref, type: "submission.created", at: new Date() }) as const),
  );
  sender.start();
  await vi.waitFor(async () => {
    expect((await list(quick.endpoint)).filter(({ state }) => state === "done")).toHaveLength(10);
  }, 10_000);
  expect(receiver.list("/quick")).toHaveLength(10);
  expect(receiver.list("/hang")).toHaveLength(2);
  expect((await list(hanging.endpoint)).filter(({ state }) => state === "sending")).toHaveLength(2);
  await client.query("DELETE FROM webhook_endpoints");
  receiver.release();
  await sender.stop();
});

test("pauses an endpoint that responds with 410, and notifies its owner", async () => {
  receiver.manners["/gone"] = 410;
  const { endpoint } = await addEndpoint("/gone");
  await recordEvent(await records.inquiry());
  await runWebhookSender();
  expect(await readState(endpoint)).toMatchObject({ pause_reason: "gone", paused_at: expect.any(Date) });
  expect((await list(endpoint))[0]).toMatchObject({ state: "dead" });
  const { rows } = await client.query("SELECT mail, operator_id FROM mails");
  expect(rows).toEqual([{ mail: "webhooks", operator_id: admin.id }]);
  await recordEvent(await records.inquiry());
  expect(await list(endpoint)).toHaveLength(1);
});

test("shows an endpoint's name in the audit log", async () => {
  await addEndpoint("/named");
  const [entry] = (await listAudit({}, { admin })).entries;
  expect(entry?.details).toMatchObject({ endpoint: "/named" });
});

test("saves an endpoint that was switched or paused while it was being edited", async () => {
  receiver.manners["/edited"] = 410;
  const { endpoint } = await addEndpoint("/edited");
  const seen = { endpoint, version: 1 };
  await switchEndpoint({ ...seen, isOn: false }, context());
  await switchEndpoint({ ...seen, isOn: true }, context());
  await recordEvent(await records.inquiry());
  await runWebhookSender();
  await addEndpoint("/corrected", seen);
  expect(await readState(endpoint)).toMatchObject({ url: `http://${host}/corrected`, pause_reason: "gone" });
});

test("pauses an endpoint after five days of failures", async () => {
  receiver.manners["/dead"] = 500;
  const { endpoint } = await addEndpoint("/dead");
  await recordEvent(await records.inquiry());
  const age = (days: number) =>
    client.query("UPDATE webhook_endpoints SET failing_since = now() - $1 * interval '1 day'", [days]);
  await runWebhookSender();
  expect((await readState(endpoint)).failing_since).toBeInstanceOf(Date);
  await client.query("UPDATE webhook_deliveries SET created_at = now() - interval '13 hours'");
  await age(4.9);
  await makeDue();
  await runWebhookSender();
  expect((await readState(endpoint)).paused_at).toBeNull();
  receiver.manners["/dead"] = 200;
  await makeDue();
  await runWebhookSender();
  expect((await readState(endpoint)).failing_since).toBeNull();
  receiver.manners["/dead"] = 500;
  await recordEvent(await records.inquiry());
  await age(6);
  await runWebhookSender();
  // A short outage after days without an event does not count as days.
  expect((await readState(endpoint)).paused_at).toBeNull();
  await client.query("UPDATE webhook_deliveries SET created_at = now() - interval '13 hours'");
  await makeDue();
  await runWebhookSender();
  expect(await readState(endpoint)).toMatchObject({ pause_reason: "failing" });
});

test("does not pause an endpoint that has recovered before a slow attempt fails", async () => {
  receiver.manners["/recovered"] = "hang";
  const { endpoint } = await addEndpoint("/recovered");
  await client.query("UPDATE webhook_endpoints SET failing_since = $1", [hoursAgo(200)]);
  await recordEvent(await records.inquiry());
  await client.query("UPDATE webhook_deliveries SET created_at = $1", [hoursAgo(13)]);
  const sending = runWebhookSender();
  await vi.waitFor(() => expect(receiver.list("/recovered")).toHaveLength(1), 20_000);
  receiver.manners["/recovered"] = 200;
  await recordEvent(await records.inquiry());
  await vi.waitFor(async () => expect((await readState(endpoint)).failing_since).toBeNull(), 20_000);
  receiver.release();
  await sending;
  expect((await list(endpoint)).map(({ state }) => state)).toEqual(["done", "waiting"]);
  expect(await readState(endpoint)).toMatchObject({ paused_at: null, failing_since: expect.any(Date) });
});

test("replays events even to a paused endpoint, which stays paused", async () => {
  const { endpoint, secret } = await addEndpoint("/again");
  const since = new Date();
  await recordEvent(await records.inquiry());
  await runWebhookSender();
  await switchEndpoint({ endpoint, version: 1, isOn: false }, context());
  await recordEvent(await records.inquiry());
  await runWebhookSender();
  expect(receiver.list("/again")).toHaveLength(1);
  const rotated = await rotateSecret({ endpoint }, context());
  await client.query("UPDATE webhook_endpoints SET failing_since = now()");
  const before = await readState(endpoint);
  const [first] = await list(endpoint);
  expect(await replayWebhooks({ endpoint, event: first?.event ?? "" }, context())).toEqual({ count: 1 });
  await runWebhookSender();
  // Also the event that it missed while it was paused.
  expect(await replayWebhooks({ endpoint, since: since.toISOString() }, context())).toEqual({ count: 2 });
  await runWebhookSender();
  receiver.manners["/again"] = 410;
  await replayWebhooks({ endpoint, event: first?.event ?? "" }, context());
  await runWebhookSender();
  const all = receiver.list("/again");
  const counts = Map.groupBy(all, ({ headers }) => headers["webhook-id"]);
  expect([...counts.values()].map(({ length }) => length).sort()).toEqual([1, 4]);
  for (const each of all.slice(1)) {
    expect([isSigned(each, rotated.secret), isSigned(each, secret)]).toEqual([true, true]);
  }
  expect(await readState(endpoint)).toEqual({ ...before, failing_since: null });
  await client.query("UPDATE webhook_endpoints SET former_until = now() - interval '1 second'");
  receiver.manners["/again"] = 200;
  await testEndpoint({ endpoint }, context());
  await runWebhookSender();
  const last = receiver.list("/again").at(-1);
  expect(last && [isSigned(last, rotated.secret), isSigned(last, secret)]).toEqual([true, false]);
  expect(JSON.parse(last?.body ?? "")).toMatchObject({ type: "endpoint.test", data: { endpoint } });
});

test("sends again after a rotation of a secret that cannot be read any more", async () => {
  const { endpoint } = await addEndpoint("/resealed");
  await client.query("UPDATE webhook_endpoints SET secret = 'sealed with another key'");
  const { secret } = await rotateSecret({ endpoint }, context());
  await testEndpoint({ endpoint }, context());
  await runWebhookSender();
  const [sent] = receiver.list("/resealed");
  expect(sent && isSigned(sent, secret)).toBe(true);
});

test("sends an endpoint only the events that match its filters", async () => {
  const [spanish, qualified, erased] = [
    await addEndpoint("/spanish", { language: "es", channel: "web", kind: "inquiry" }),
    await addEndpoint("/qualified", { route: "qualified" }),
    await addEndpoint("/erased", { events: ["submission.erased"] }),
  ];
  await recordEvent(await records.inquiry());
  await recordEvent(await records.inquiry({ language: "en" }));
  await recordEvent(await records.evaluation({ route: "qualified" }));
  await recordWebhookEvents(toRawTransaction(client), [{ slug: "loyalty", type: "entry.changed", at: new Date() }]);
  const types = async ({ endpoint }: { endpoint: string }) => (await list(endpoint)).map(({ type }) => type).sort();
  expect(await types(spanish)).toEqual(["entry.changed", "submission.created"]);
  expect(await types(qualified)).toEqual(["entry.changed", "submission.created"]);
  expect(await types(erased)).toEqual([]);
});

test("stores an event only with the change that caused it", async () => {
  const { endpoint } = await addEndpoint("/changes");
  const ref = await records.evaluation({ clock_mail_at: hoursAgo(1), reply_due_at: hoursAgo(0.5) });
  await changeStatus({ ...ref, status: "in_review" }, { operator: admin, now });
  await inMailTransaction(queueClockMails);
  await client.query("BEGIN");
  await recordEvent(ref);
  await client.query("ROLLBACK");
  const { rows } = await client.query(
    "SELECT type, change, kind, submission_id AS id, route FROM webhook_events ORDER BY 1",
  );
  expect(rows).toEqual([
    { type: "reply.overdue", change: null, ...ref, route: "review" },
    { type: "submission.updated", change: "status", ...ref, route: "review" },
  ]);
  expect(await list(endpoint)).toHaveLength(2);
});

test("leaves no data of an erased person in events, queue, log or backups", async () => {
  const { endpoint } = await addEndpoint("/forget", { shape: "person" });
  const [email, name] = [`${newWord()}@example.com`, newWord()];
  const ref = await records.evaluation({ email, name, text: `Write to ${email}.` });
  const other = await records.inquiry({ text: `${email} told me.` });
  await recordEvent(ref);
  await recordEvent(other);
  await runWebhookSender();
  expect((await list(endpoint)).find(({ subject }) => subject === `E-${ref.id}`)?.attempts[0]?.answer).toContain(email);
  await erasePerson({ email }, context());
  expect(await list(endpoint)).toHaveLength(3);
  const backup = gunzipSync(fs.readFileSync(await backUp(url)));
  for (const word of [email, name]) {
    expect(await searchBytes(adminUrl, [word])).toEqual({ [word]: [] });
    expect(backup.includes(word)).toBe(false);
  }
  expect(backup.includes("submission.erased")).toBe(true);
  receiver.received.length = 0;
  await replayWebhooks({ endpoint, since: hoursAgo(999).toISOString() }, context());
  await runWebhookSender();
  const bodies = receiver.list("/forget").map(({ body }) => JSON.parse(body));
  const ofErased = bodies.filter(({ data }) => data.kind === "evaluation");
  expect(ofErased.map(({ type }) => type).sort()).toEqual(["submission.created", "submission.erased"]);
  for (const { data } of ofErased) {
    const { kind, id } = ref;
    expect(data).toEqual({ kind, id, reference: `E-${id}`, url: expect.any(String), isErased: true });
  }
});

test("sends no data of a person who withdrew", async () => {
  const { endpoint } = await addEndpoint("/withdrawn", { shape: "person" });
  await recordEvent(await records.inquiry({ consent_withdrawn_at: now }));
  await runWebhookSender();
  expect(receiver.list("/withdrawn").map(({ body }) => JSON.parse(body).data.person)).toEqual([undefined]);
  await purgeWebhooks({ now: new Date(Date.now() + 29 * 86_400_000) });
  expect(await list(endpoint)).toHaveLength(1);
  await purgeWebhooks({ now: new Date(Date.now() + 31 * 86_400_000) });
  expect(await list(endpoint)).toHaveLength(0);
});

test("takes over the deliveries of a worker that died", async () => {
  const { endpoint } = await addEndpoint("/killed");
  await recordEvent(await records.inquiry());
  await client.query(
    "UPDATE webhook_deliveries SET state = 'sending', lease = $1, is_doubted = true, next_at = now()",
    [randomUUID()],
  );
  await runWebhookSender();
  expect((await list(endpoint))[0]).toMatchObject({ state: "done" });
});

test("connects to no address inside the network unless INSIDE_HOSTS names it", async () => {
  const inside = [
    ...["127.0.0.1", "10.0.0.1", "169.254.169.254", "localhost", "2130706433"],
    ...["[::1]", "[fd12::1]", "[::ffff:10.0.0.1]"],
  ];
  const other = new Receiver();
  const port = (await other.start()).split(":")[1];
  await expect(addEndpoint("/x", { url: `http://localhost:${port}/x` })).rejects.toMatchObject({ fields: ["url"] });
  const { endpoint } = await addEndpoint("/guard");
  await client.query(
    `INSERT INTO webhook_endpoints (id, name, url, events, shape, format, secret, created_at)
     SELECT gen_random_uuid(), name, given.url, events, shape, format, secret, created_at
     FROM webhook_endpoints, unnest($1::text[]) AS given (url)`,
    [inside.map((address) => `https://${address}:${port}/x`)],
  );
  // A test event is sent only once, so the refused connections cause no retries.
  await client.query(
    `WITH e AS (INSERT INTO webhook_events (id, type, at) VALUES (gen_random_uuid(), 'endpoint.test', now()) RETURNING id)
     INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_at)
     SELECT gen_random_uuid(), webhook_endpoints.id, e.id, now() FROM e, webhook_endpoints`,
  );
  await runWebhookSender();
  const { rows } = await client.query(
    "SELECT fault, count(*)::int AS count FROM webhook_attempts GROUP BY 1 ORDER BY 2",
  );
  expect(rows).toEqual([
    { fault: null, count: 1 },
    { fault: "an address inside the network", count: inside.length },
  ]);
  expect(other.connections).toBe(0);
  expect(await list(endpoint)).toMatchObject([{ state: "done" }]);
  await other.stop();
}, 60_000);
