import { once } from "node:events";
import { type OutgoingHttpHeaders, request } from "node:http";
import { expect } from "@playwright/test";
import type { App } from "../../tools/processes.ts";
import { shareApps, test } from "../support/processes.ts";
import { waitForResponse } from "../support/raw.ts";
import {
  type Client,
  createClient,
  evaluation,
  inquiry,
  query,
  randomAddress,
  randomEmail,
  strictApiError,
} from "../support/test.ts";

const startShared = shareApps();

/** Starts an app on the shared database. The rate limit's window is a day, so that it never ends during a test. */
const startLimited = (limits: Record<string, string>): Promise<App> =>
  startShared({
    DATABASE_URL: process.env.E2E_DATABASE_URL ?? "",
    RATE_LIMIT_IP_MAX: "4",
    RATE_LIMIT_WINDOW_SECONDS: "86400",
    ...limits,
  });
const startBehindProxy = () => startLimited({ RATE_LIMIT_AGENT_MAX: "6", TRUSTED_PROXY_HOPS: "1" });

const evaluate = (client: Client, change = {}) => client.post("/api/leads/evaluate", evaluation(change));
const contact = (client: Client, change = {}) => client.post("/api/leads/contact", inquiry(change));
const byAgent = (agentName: string) => ({ channel: "ai_agent", agentName, userConsent: true });
const listStoredFields = (email: string) => query("SELECT id FROM submissions WHERE email = $1", [email]);

async function readStatuses(answers: Promise<{ status: number }>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** Sends one inquiry over its own connection, with the header lines exactly as given. */
async function postInquiry(
  { url }: App,
  headers: OutgoingHttpHeaders = {},
  localAddress = "127.0.0.1",
): Promise<number> {
  const outgoing = request(`${url}/api/leads/contact`, {
    method: "POST",
    localAddress,
    agent: false,
    headers: { "content-type": "application/json", ...headers },
  });
  outgoing.end(JSON.stringify(inquiry()));
  const incoming = await waitForResponse(outgoing);
  incoming.resume();
  await once(incoming, "end");
  return incoming.statusCode ?? 0;
}

test("counts a client's evaluations and inquiries against one limit, and stores none beyond it", async () => {
  const client = createClient((await startBehindProxy()).url);
  expect((await evaluate(client)).headers.get("ratelimit")).toMatch(/^"client";r=3;t=\d+$/);
  const sequence = [await contact(client), await evaluate(client), await contact(client)];
  expect(sequence.map(({ status }) => status)).toEqual([201, 201, 201]);
  const email = randomEmail();
  for (const refused of [await evaluate(client, { email }), await contact(client, { email })]) {
    expect(refused.status).toBe(429);
    const { code, error } = strictApiError.parse(refused.json);
    expect(code).toBe("rate_limited");
    const retryAfter = refused.headers.get("retry-after") ?? "";
    expect(retryAfter).toMatch(/^[1-9]\d*$/);
    expect(Number(retryAfter)).toBeLessThanOrEqual(86_400);
    expect(error).toContain(`${retryAfter} seconds`);
    expect(refused.headers.get("ratelimit")).toBe(`"client";r=0;t=${retryAfter}`);
    expect(refused.headers.get("ratelimit-policy")).toBe('"client";q=4;w=86400');
  }
  expect(await listStoredFields(email)).toEqual([]);
});

test("stores exactly 4 of 20 simultaneous submissions with a rate limit of 4", async () => {
  const client = createClient((await startBehindProxy()).url);
  const email = randomEmail();
  const answers = await readStatuses(Array.from({ length: 20 }, () => contact(client, { email })));
  expect(answers.filter((status) => status === 201)).toHaveLength(4);
  expect(answers.filter((status) => status === 429)).toHaveLength(16);
  expect(await listStoredFields(email)).toHaveLength(4);
});

test("counts an agent's submissions against one limit across clients and endpoints", async () => {
  const { url } = await startBehindProxy();
  for (let at = 0; at < 6; at++) {
    const submit = at % 2 ? evaluate : contact;
    expect((await submit(createClient(url), byAgent("My Agent"))).status).toBe(201);
  }
  const refused = await contact(createClient(url), byAgent("my agent"));
  expect(refused.status).toBe(429);
  expect(strictApiError.parse(refused.json).code).toBe("rate_limited");
  expect(refused.headers.get("ratelimit-policy")).toContain('"agent";q=6;w=86400');
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect((await contact(createClient(url), byAgent("Another agent"))).status).toBe(201);
  expect((await contact(createClient(url))).status).toBe(201);
});

test("ignores X-Forwarded-For without a trusted proxy", async () => {
  const app = await startLimited({ TRUSTED_PROXY_HOPS: "0" });
  for (let sent = 0; sent < 4; sent++) expect(await postInquiry(app)).toBe(201);
  for (const forged of ["10.1.1.1", ["10.1.1.4", "10.1.1.5"], "127.0.0.2", ""]) {
    expect(await postInquiry(app, { "X-Forwarded-For": forged, "X-Real-IP": "10.1.1.6" }), String(forged)).toBe(429);
  }
  expect(await postInquiry(app, { Forwarded: "for=10.1.1.7" })).toBe(429);
  expect(await postInquiry(app, {}, "127.0.0.2")).toBe(201);
});

test("counts a client by the address that the trusted proxy saw", async () => {
  const app = await startBehindProxy();
  const via = (...typed: string[]) => postInquiry(app, { "X-Forwarded-For": typed.join(", ") });
  const [me, other] = [randomAddress(), randomAddress()];
  expect([await via(me), await via("10.9.9.1", me), await via(me), await via(other, me)]).toEqual(Array(4).fill(201));
  expect([await via(me), await via("10.9.9.2", me), await via(other, other, me)]).toEqual([429, 429, 429]);
  expect(await postInquiry(app, { "X-Forwarded-For": ["10.9.9.3", me] })).toBe(429);
  expect(await via(me, other)).toBe(201);
});

test("rejects a client's POSTs beyond ten times its limit before reading the bodies, and serves all else", async () => {
  const { url } = await startBehindProxy();
  const address = randomAddress();
  const client = createClient(url, address);
  const junk = Array.from({ length: 40 }, () => client.post("/api/leads/evaluate", "{}"));
  expect(new Set(await readStatuses(junk))).toEqual(new Set([400]));
  expect((await contact(client)).status).toBe(429);

  const outgoing = request(`${url}/api/leads/contact`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": 1000, "x-forwarded-for": address },
  });
  outgoing.on("error", () => undefined);
  outgoing.flushHeaders();
  const incoming = await waitForResponse(outgoing);
  expect(incoming.statusCode).toBe(429);
  expect(incoming.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(incoming.headers["ratelimit-policy"]).toBe('"requests";q=40;w=86400');
  outgoing.destroy();

  for (const path of ["/api/catalog", "/api/catalog?search=loyalty", "/api/healthz", "/api/readyz"]) {
    const many = await Promise.all(Array.from({ length: 30 }, () => client.get(path)));
    expect(new Set(many.map(({ status }) => status)), path).toEqual(new Set([200]));
    expect(many[0]?.headers.get("ratelimit"), path).toBeNull();
  }
  expect((await contact(createClient(url))).status).toBe(201);
});
