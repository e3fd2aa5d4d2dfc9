import { randomInt, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operatorRequestExamples } from "../contract/operator-openapi.ts";
import { type OperatorOperation, operatorOperations } from "../contract/operator-operations.ts";
import type { Admin } from "../domain/access/operator.ts";
import type { JsonObject } from "../domain/json.ts";
import { type Scope, scopes } from "../domain/operation.ts";
import { listApiKeys, makeApiKey, revokeApiKey } from "../server/access/api-keys.ts";
import { newOperator } from "../server/access/operator.fixture.ts";
import { changeRole, switchOperator } from "../server/access/operators.ts";
import { keyPolicy, spendKey } from "../server/limits/submission-limits.ts";
import { switchToOwnDatabase } from "../server/own-database.fixture.ts";
import { DeskRecords } from "../server/submissions/core/desk.fixture.ts";
import { dispatch } from "./dispatch.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const client = new pg.Client({ connectionString: url });
const now = new Date();
let admin: Admin;
beforeAll(async () => {
  await client.connect();
  ({ operator: admin } = await newOperator("admin"));
});
afterAll(() => client.end());
beforeEach(() => client.query("TRUNCATE submissions, catalog_entries, api_keys, mails, webhook_endpoints CASCADE"));

const operations = Object.values<OperatorOperation>(operatorOperations);
const newKey = async (allowed: readonly Scope[] = scopes, maker = admin) =>
  (await makeApiKey({ name: "CRM", scopes: [...allowed], days: 30 }, { admin: maker, now })).key;

type Answer = { status: number; body: JsonObject; headers: Record<string, string | string[]> };

async function send(key: string | null, method: string, path: string, body?: unknown): Promise<Answer> {
  const request = new Request(`http://localhost:3000/api${path}`, {
    method,
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await dispatch(request);
  return { status: answer.status, headers: answer.headers, body: JSON.parse(String(answer.body)) };
}

function sendExample(key: string | null, { operationId, method, path }: OperatorOperation): Promise<Answer> {
  const body = operatorRequestExamples[operationId as keyof typeof operatorOperations];
  const places: Record<string, string> = { reference: "E-1", slug: "an-entry", id: randomUUID() };
  return send(
    key,
    method,
    path.replace(/\{(\w+)\}/, (_, name: string) => places[name] ?? ""),
    body,
  );
}

describe("an API key", () => {
  test.each(scopes)("allows a key with the scope %s only the operations of that scope", async (scope) => {
    const key = await newKey([scope]);
    for (const operation of operations) {
      const { status, body, headers } = await sendExample(key, operation);
      expect("RateLimit" in headers, operation.operationId).toBe(true);
      if (operation.scope === scope) expect([200, 201, 400, 404, 409], operation.operationId).toContain(status);
      else {
        expect({ status, body }).toEqual({
          status: 403,
          body: { error: `This needs a key with the scope ${operation.scope}.` },
        });
        expect(headers["WWW-Authenticate"]).toContain(`scope="${operation.scope}"`);
      }
    }
    const { rows } = await client.query("SELECT FROM catalog_entries");
    expect(rows).toHaveLength(0);
  });

  test("refuses a key that is unknown, expired, revoked or made by a former admin", async () => {
    const { operator: second } = await newOperator("admin");
    const keys: Record<string, string | null> = { missing: null, unknown: `enc_${"a".repeat(43)}`, other: "x" };
    keys.expired = await newKey();
    await client.query("UPDATE api_keys SET expires_at = now()");
    keys.revoked = await newKey();
    const [{ id = 0 } = {}] = await listApiKeys({ admin, now });
    await revokeApiKey({ id }, { admin, now });
    for (const name of ["disabled", "demoted", "without second factor", "enabled again"] as const) {
      const { operator: maker } = await newOperator("admin");
      const key = await newKey(scopes, maker);
      expect((await send(key, "GET", "/v1/entries")).status, name).toBe(200);
      keys[name] = key;
      const context = { admin: second, now };
      if (name === "demoted") await changeRole({ id: maker.id, role: "member" }, context);
      else if (name === "without second factor")
        await client.query("UPDATE operators SET two_factor_enabled = false WHERE id = $1", [maker.id]);
      else await switchOperator({ id: maker.id, state: "disabled" }, context);
      if (name === "enabled again") await switchOperator({ id: maker.id, state: "enabled" }, context);
    }
    for (const [name, key] of Object.entries(keys)) {
      for (const operation of operations) {
        const { status, headers } = await sendExample(key, operation);
        expect({ name, status, asked: headers["WWW-Authenticate"] }).toEqual({ name, status: 401, asked: "Bearer" });
      }
    }
  });

  test("stores only a hash of a key, and audits its creation and revocation", async () => {
    const key = await newKey(["entries:read"]);
    const { rows } = await client.query("SELECT api_keys::text AS row FROM api_keys");
    expect(rows[0].row).not.toContain(key.slice(8));
    await send(key, "GET", "/v1/entries");
    const [listed] = await listApiKeys({ admin, now });
    expect(listed).toMatchObject({
      name: "CRM",
      start: key.slice(0, 8),
      scopes: ["entries:read"],
      maker: { mayUse: true },
    });
    expect(listed?.usedAt?.getTime()).toBeGreaterThanOrEqual(now.getTime());
    await revokeApiKey({ id: listed?.id ?? 0 }, { admin, now });
    await expect(revokeApiKey({ id: listed?.id ?? 0 }, { admin, now })).rejects.toMatchObject({ kind: "not_found" });
    const { rows: audit } = await client.query(
      "SELECT action, details::text FROM audit_entries WHERE actor = $1 ORDER BY id DESC LIMIT 2",
      [admin.email],
    );
    expect(audit.map(({ action }) => action)).toEqual(["api_key_revoked", "api_key_made"]);
    for (const { details } of audit) expect(details).not.toContain(key.slice(8));
  });

  test("refuses to create a key for a former admin", async () => {
    const { operator: former } = await newOperator("admin");
    await changeRole({ id: former.id, role: "member" }, { admin, now });
    await expect(newKey(scopes, former)).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("limits the requests of each key separately", async () => {
    const other = await newKey(["entries:read"]);
    const one = await newKey(["entries:read"]);
    const [{ id = 0 } = {}] = await listApiKeys({ admin, now });
    for (let at = 0; at < keyPolicy.max; at++) await spendKey(id, Date.now());
    const { status, headers, body } = await send(one, "GET", "/v1/entries");
    expect({ status, body }).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(Number(headers["Retry-After"])).toBeGreaterThan(0);
    expect(headers["RateLimit-Policy"]).toBe(`"key";q=${keyPolicy.max};w=${keyPolicy.windowSeconds}`);
    expect((await send(other, "GET", "/v1/entries")).status).toBe(200);
  });
});

describe("submissions by API key", () => {
  test("lists submissions newest first, page by page, with the inbox's filters", async () => {
    const key = await newKey(["submissions:read"]);
    const made: string[] = [];
    for (let at = 0; at < 7; at++) {
      const change = { created_at: new Date(now.getTime() - (at + 1) * 60_000), language: at % 2 ? "es" : "en" };
      // A submission that returned from a snooze is not on top, unlike in the inbox.
      const { id } = await records.evaluation({ ...change, ...(at === 4 ? { snoozed_until: now } : {}) });
      made.push(`E-${id}`);
    }
    const { id: spam } = await records.inquiry({ status: "spam" });
    const found: unknown[] = [];
    for (let next: unknown = ""; next !== null; ) {
      const { body } = await send(key, "GET", `/v1/submissions?limit=3${next ? `&cursor=${next}` : ""}`);
      for (const { reference } of body.submissions as JsonObject[]) found.push(reference);
      next = body.next;
    }
    expect(found).toEqual(made);
    const list = async (query: string) =>
      ((await send(key, "GET", `/v1/submissions?${query}`)).body.submissions as JsonObject[]).map(
        (each) => each.reference,
      );
    expect(await list("language=es")).toEqual([made[1], made[3], made[5]]);
    expect(await list("cursor=evaluation-1-1")).toEqual([]);
    expect(await list(`q=Q-${spam}`)).toEqual([]);
    expect(await list(`q=Q-${spam}&status=spam`)).toEqual([`Q-${spam}`]);
    expect(await list("status=open&owner=none&kind=inquiry")).toEqual([]);
  });

  test.each([
    "status=opne",
    "kind=lead",
    "cursor=x",
    "limit=0",
    "limit=101",
    "from=2026-02-30",
    "owner=%00",
    "view=today",
    "status=new&status=won",
  ])("refuses the filter %s, which the inbox would ignore", async (query) => {
    const { status, body } = await send(await newKey(), "GET", `/v1/submissions?${query}`);
    expect(status).toBe(400);
    expect(body.error).toContain(query.split("=")[0]);
  });

  test("repeats an unknown filter name only if a header can hold it", async () => {
    const { status, body } = await send(await newKey(), "GET", "/v1/submissions?%0aview=today");
    expect([status, body.error]).toEqual([400, "Invalid payload: another name is not a filter."]);
  });

  test("shows a submission's person, answers and timeline, but neither score nor thresholds", async () => {
    const key = await newKey();
    const { id } = await records.evaluation({ score: 13, review_min: 5, qualified_min: 11 });
    await send(key, "POST", `/v1/submissions/E-${id}/notes`, { text: "Called." });
    const { status, body } = await send(key, "GET", `/v1/submissions/e-${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      reference: `E-${id}`,
      kind: "evaluation",
      timeline: expect.arrayContaining([expect.objectContaining({ type: "note", text: "Called.", actor: admin.name })]),
    });
    expect((body.answers as JsonObject[]).length).toBe(9);
    expect(JSON.stringify(body)).not.toMatch(/score|cutOff|whatIf|qualifiedMin|points/i);
  });

  test("changes a submission only if the caller has seen the current value", async () => {
    const key = await newKey();
    const { id } = await records.inquiry();
    const path = `/v1/submissions/Q-${id}`;
    const change = (part: string, body: object) => send(key, "POST", `${path}/${part}`, body);
    expect(await change("status", { from: "new", to: "lost" })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("reason") },
    });
    expect(await change("status", { from: "new", to: "contacted" })).toMatchObject({
      status: 200,
      body: { reference: `Q-${id}`, status: "contacted" },
    });
    expect(await change("status", { from: "new", to: "won" })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(admin.name) },
    });
    expect(await change("owner", { from: null, to: admin.id })).toMatchObject({
      status: 200,
      body: { owner: { id: admin.id } },
    });
    expect((await change("owner", { from: null, to: null })).status).toBe(409);
    expect((await change("owner", { from: admin.id, to: "nobody" })).status).toBe(400);
    for (const reference of ["Q-0", "X-1", "Q-2147483648", "Q"]) {
      const { status } = await send(key, "POST", `/v1/submissions/${reference}/status`, { from: "new", to: "won" });
      expect([reference, status]).toEqual([reference, 400]);
    }
    expect((await send(key, "GET", "/v1/submissions/Q-2000000000")).status).toBe(404);
  });

  test("sends only one reply, with its copies, for a repeated request", async () => {
    const key = await newKey();
    const { id } = await records.inquiry();
    const path = `/v1/submissions/Q-${id}`;
    const { lastMessage } = (await send(key, "GET", path)).body;
    expect(lastMessage).toBeNull();
    const asked = { text: "Thank you.", cc: ["team@example.com"], lastMessage, when: "now" };
    const reply = () => send(key, "POST", `${path}/replies`, asked);
    for (const { status, body } of [await reply(), await reply()]) {
      expect({ status, body }).toMatchObject({
        status: 201,
        body: { status: "contacted", startsAt: expect.any(String) },
      });
    }
    const { rows } = await client.query(
      `SELECT details -> 'cc' AS cc FROM mails JOIN submission_events AS event ON event.id = event_id
       WHERE mail = 'reply' AND mails.submission_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ cc: asked.cc }]);
    const { body } = await send(key, "GET", path);
    expect(body.lastMessage).toEqual(expect.stringMatching(/^\d+$/));
  });
});

test("stores and publishes an entry only if the caller has seen its current version", async () => {
  const key = await newKey();
  const docsUrl = "https://docs.example.com/receipts";
  const { updatedAt: _, endpoints, ...texts } = { ...operatorRequestExamples.putApiEntry };
  const entry = { ...texts, endpoints, docsUrl };
  const put = (change: object) => send(key, "PUT", "/v1/entries/receipts", { ...entry, ...change });
  const made = await put({});
  expect(made).toMatchObject({ status: 200, body: { slug: "receipts", published: false } });
  expect((await put({})).status).toBe(409);
  expect((await put({ updatedAt: "2020-01-01T00:00:00.000Z" })).status).toBe(409);
  const changed = await put({ titleEn: "Receipts", updatedAt: made.body.updatedAt });
  expect(changed.status).toBe(200);
  expect((await put({ titleEn: "x".repeat(161), updatedAt: changed.body.updatedAt })).status).toBe(400);
  const publish = (updatedAt: unknown) => send(key, "POST", "/v1/entries/receipts/publish", { updatedAt });
  expect((await publish(made.body.updatedAt)).status).toBe(409);
  expect(await publish(changed.body.updatedAt)).toMatchObject({
    status: 200,
    body: { slug: "receipts", published: true },
  });
  const listEntries = async () => (await send(key, "GET", "/v1/entries")).body.entries as JsonObject[];
  const [listed = {}] = await listEntries();
  expect(listed).toMatchObject({ slug: "receipts", titleEn: "Receipts", published: true, docsUrl, endpoints });
  // The texts of a listed entry can be put back whole.
  expect((await send(key, "PUT", "/v1/entries/receipts", { ...listed, titleEn: "All receipts" })).status).toBe(200);
  expect(await listEntries()).toEqual([{ ...listed, titleEn: "All receipts", updatedAt: expect.any(String) }]);
});

test("stores an entry for only one of several concurrent requests", async () => {
  const key = await newKey();
  const { updatedAt: _, ...entry } = { ...operatorRequestExamples.putApiEntry };
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, at) => send(key, "PUT", "/v1/entries/receipts", { ...entry, titleEn: `Copy ${at}` })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
});

const calls = Number(process.env.OPERATOR_API_CALLS ?? 200);

test("responds to generated calls without a 5xx", async () => {
  const newKeys = () => Promise.all(scopes.map(async (scope) => ({ scope, key: await newKey([scope]) })));
  let keys: Awaited<ReturnType<typeof newKeys>> = [];
  const { id } = await records.inquiry();
  const pick = <Value>(values: readonly Value[]) => values[randomInt(values.length)] as Value;
  const odd = ["", null, -1, "é\u0000", "x".repeat(9000), [], {}, "E-1", `Q-${id}`, "2026-01-01T00:00:00Z"];
  for (let at = 0; at < calls; at++) {
    if (at % keyPolicy.max === 0) keys = await newKeys();
    const { scope, key } = pick(keys);
    const operation = pick(operations);
    const example = { ...operatorRequestExamples[operation.operationId as keyof typeof operatorOperations] };
    for (const name of Object.keys(example)) if (randomInt(2)) example[name] = pick(odd);
    const place = encodeURIComponent(String(pick(odd)) || "a");
    const path =
      operation.path.replace(/\{\w+\}/, () => place) + pick(["", `?status=${place}`, `?q=${place}&limit=${place}`]);
    const { status } = await send(key, operation.method, path, operation.method === "GET" ? undefined : example);
    const details = { status, path, example, scope };
    expect(status, JSON.stringify(details).slice(0, 600)).toBeLessThan(500);
    if (operation.scope !== scope) expect([403, 404], JSON.stringify(details).slice(0, 600)).toContain(status);
  }
}, 600_000);
