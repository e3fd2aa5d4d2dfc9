import { once } from "node:events";
import { type OutgoingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import type { App } from "../../tools/processes.ts";
import { test as base } from "../support/processes.ts";
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

type Limited = (limits: Record<string, string>) => Promise<App>;

/** Starts an app per test on the shared database. The rate limit's window is a day, so that no test outlasts it. */
const test = base.extend<{ limited: Limited }>({
  limited: async ({ startOwn }, use) => {
    const shared = { DATABASE_URL: process.env.E2E_DATABASE_URL ?? "", RATE_LIMIT_WINDOW_SECONDS: "86400" };
    await use((limits) => startOwn({ ...shared, ...limits }));
  },
});

const evaluate = (client: Client, change = {}) => client.post("/api/leads/evaluate", evaluation(change));
const contact = (client: Client, change = {}) => client.post("/api/leads/contact", inquiry(change));
const byAgent = (agentName: string) => ({ channel: "ai_agent", agentName, userConsent: true });

async function statuses(answers: Promise<{ status: number }>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** Sends one inquiry over its own connection, with the header lines exactly as given. */
async function postRaw({ url }: App, headers: OutgoingHttpHeaders = {}, localAddress = "127.0.0.1"): Promise<number> {
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

test("counts a client's evaluations and inquiries against one limit, and says when to retry beyond it", async ({
  limited,
}) => {
  const client = createClient((await limited({ RATE_LIMIT_IP_MAX: "4" })).url);
  expect((await evaluate(client)).headers.get("ratelimit")).toMatch(/^"client";r=3;t=\d+$/);
  const sequence = [await contact(client), await evaluate(client), await contact(client)];
  expect(sequence.map(({ status }) => status)).toEqual([201, 201, 201]);
  for (const refused of [await evaluate(client), await contact(client)]) {
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
});

test("stores no submission beyond the rate limit", async ({ limited }) => {
  const client = createClient((await limited({ RATE_LIMIT_IP_MAX: "1" })).url);
  await contact(client);
  const email = randomEmail();
  await contact(client, { email });
  await evaluate(client, { email });
  const stored =
    "SELECT id FROM submissions WHERE kind = 'inquiry' AND email = $1 UNION ALL SELECT id FROM submissions WHERE kind = 'evaluation' AND email = $1";
  expect(await query(stored, [email])).toEqual([]);
});

test("does not count invalid payloads against the rate limit", async ({ limited }) => {
  const client = createClient((await limited({ RATE_LIMIT_IP_MAX: "3" })).url);
  const spoil = async () => {
    const broken = [
      evaluate(client, { answers: undefined }),
      contact(client, { email: "nobody" }),
      contact(client, { channel: "ai_agent" }),
      client.post("/api/leads/contact", "{"),
      client.post("/api/leads/evaluate", "<a/>", { "content-type": "text/xml" }),
    ];
    expect(await statuses(broken)).toEqual([400, 400, 400, 400, 415]);
  };
  for (let sent = 0; sent < 3; sent++) {
    await spoil();
    expect((await evaluate(client)).status).toBe(201);
  }
  expect((await evaluate(client)).status).toBe(429);
  await spoil();
});

test("accepts a client's submissions again once the Retry-After time has passed", async ({ limited }) => {
  const client = createClient((await limited({ RATE_LIMIT_IP_MAX: "2", RATE_LIMIT_WINDOW_SECONDS: "2" })).url);
  let refused = await contact(client);
  while (refused.status === 201) refused = await contact(client);
  expect(refused.status).toBe(429);
  await sleep(Number(refused.headers.get("retry-after")) * 1000);
  expect((await contact(client)).status).toBe(201);
});

test("stores exactly 10 of 20 simultaneous submissions with a rate limit of 10", async ({ limited }) => {
  const client = createClient((await limited({ RATE_LIMIT_IP_MAX: "10" })).url);
  const email = randomEmail();
  const answers = await statuses(Array.from({ length: 20 }, () => contact(client, { email })));
  expect(answers.filter((status) => status === 201)).toHaveLength(10);
  expect(answers.filter((status) => status === 429)).toHaveLength(10);
  expect(await query("SELECT id FROM submissions WHERE kind = 'inquiry' AND email = $1", [email])).toHaveLength(10);
});

test("counts an agent's submissions against one limit across clients, endpoints and spellings of its name", async ({
  limited,
}) => {
  const { url } = await limited({ RATE_LIMIT_AGENT_MAX: "6", TRUSTED_PROXY_HOPS: "1" });
  const anyone = () => createClient(url, randomAddress());
  const spellings = ["My Agent", "  my   agent ", "MY AGENT", "Ｍｙ　Ａｇｅｎｔ", "My\u00a0Agent", "my\tagent"];
  for (const [at, agentName] of spellings.entries()) {
    const submit = at % 2 ? evaluate : contact;
    expect((await submit(anyone(), byAgent(agentName))).status, agentName).toBe(201);
  }
  for (const agentName of spellings) {
    const refused = await contact(anyone(), byAgent(agentName));
    expect(refused.status, agentName).toBe(429);
    expect(strictApiError.parse(refused.json).code).toBe("rate_limited");
    expect(refused.headers.get("ratelimit-policy")).toContain('"agent";q=6;w=86400');
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  }
  expect((await contact(anyone(), byAgent("Another agent"))).status).toBe(201);
  expect((await contact(anyone())).status).toBe(201);
});

test("does not count submissions rejected by a client's limit against the agent's limit", async ({ limited }) => {
  const { url } = await limited({ RATE_LIMIT_IP_MAX: "2", RATE_LIMIT_AGENT_MAX: "4", TRUSTED_PROXY_HOPS: "1" });
  const [greedy, first, second] = [createClient(url), createClient(url), createClient(url)];
  const agent = byAgent("A shared agent");
  const submitted = [];
  for (const client of [greedy, greedy, greedy, greedy, greedy, first, first, second]) {
    submitted.push((await contact(client, agent)).status);
  }
  expect(submitted).toEqual([201, 201, 429, 429, 429, 201, 201, 429]);
});

test("ignores X-Forwarded-For without a trusted proxy", async ({ limited }) => {
  const app = await limited({ RATE_LIMIT_IP_MAX: "2", TRUSTED_PROXY_HOPS: "0" });
  expect([await postRaw(app), await postRaw(app)]).toEqual([201, 201]);
  for (const forged of [
    "10.1.1.1",
    "10.1.1.2, 10.1.1.3",
    ["10.1.1.4", "10.1.1.5"],
    "2001:db8::1",
    "127.0.0.2",
    "",
    ",",
    "not an address",
  ]) {
    expect(await postRaw(app, { "X-Forwarded-For": forged, "X-Real-IP": "10.1.1.6" }), String(forged)).toBe(429);
  }
  expect(await postRaw(app, { Forwarded: "for=10.1.1.7" })).toBe(429);
  expect(await postRaw(app, {}, "127.0.0.2")).toBe(201);
});

for (const { hops, proxies } of [
  { hops: 1, proxies: [] },
  { hops: 2, proxies: ["172.16.0.9"] },
]) {
  test(`counts a client by the address that the outermost proxy saw (trusted proxies: ${hops})`, async ({
    limited,
  }) => {
    const app = await limited({ RATE_LIMIT_IP_MAX: "2", TRUSTED_PROXY_HOPS: String(hops) });
    const via = (...typed: string[]) => postRaw(app, { "X-Forwarded-For": [...typed, ...proxies].join(", ") });
    const [me, other] = [randomAddress(), randomAddress()];
    expect([await via(me), await via("10.9.9.1", me)]).toEqual([201, 201]);
    expect([await via(me), await via("10.9.9.2", me), await via(other, other, me)]).toEqual([429, 429, 429]);
    expect(await postRaw(app, { "X-Forwarded-For": ["10.9.9.3", [me, ...proxies].join(", ")] })).toBe(429);
    expect([await via(me, other), await via(other), await via(other)]).toEqual([201, 201, 429]);
  });
}

test("counts a request by its socket's address if X-Forwarded-For is missing, too short or unreadable", async ({
  limited,
}) => {
  const app = await limited({ RATE_LIMIT_IP_MAX: "2", TRUSTED_PROXY_HOPS: "2" });
  const by = (typed: string) => postRaw(app, typed ? { "X-Forwarded-For": typed } : {});
  expect([await by(""), await by(randomAddress())]).toEqual([201, 201]);
  for (const typed of ["", randomAddress(), "one, two", "three, four", "10.1.1.1.1, 10.1.1.2"]) {
    expect(await by(typed), typed).toBe(429);
  }
});

test("counts IPv6 clients by their /64 network, and an IPv4 client as one in both notations of its address", async ({
  limited,
}) => {
  const { url } = await limited({ RATE_LIMIT_IP_MAX: "2", TRUSTED_PROXY_HOPS: "1" });
  const by = async (address: string) => (await contact(createClient(url, address))).status;
  expect([await by("2001:db8:1:2::1"), await by("2001:DB8:1:2:ffff::9")]).toEqual([201, 201]);
  expect([await by("2001:db8:1:2:abcd:1:2:3"), await by("[2001:db8:1:2::7]:4711")]).toEqual([429, 429]);
  expect([await by("2001:db8:1:3::1"), await by("2001:db8:0:2::1")]).toEqual([201, 201]);
  expect([await by("10.20.30.40"), await by("::ffff:10.20.30.40")]).toEqual([201, 201]);
  expect([await by("10.20.30.40:55000"), await by("::ffff:0a14:1e28")]).toEqual([429, 429]);
  expect(await by("::ffff:10.20.30.41")).toBe(201);
});

test("rejects a client's POSTs beyond ten times its limit before reading the bodies, and serves all else", async ({
  limited,
}) => {
  const { url } = await limited({ RATE_LIMIT_IP_MAX: "2", TRUSTED_PROXY_HOPS: "1" });
  const address = randomAddress();
  const client = createClient(url, address);
  const junk = Array.from({ length: 20 }, () => client.post("/api/leads/evaluate", "{}"));
  expect(new Set(await statuses(junk))).toEqual(new Set([400]));
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
  expect(incoming.headers["ratelimit-policy"]).toBe('"requests";q=20;w=86400');
  outgoing.destroy();

  for (const path of ["/api/catalog", "/api/catalog?search=loyalty", "/api/healthz", "/api/readyz"]) {
    const many = await Promise.all(Array.from({ length: 30 }, () => client.get(path)));
    expect(new Set(many.map(({ status }) => status)), path).toEqual(new Set([200]));
    expect(many[0]?.headers.get("ratelimit"), path).toBeNull();
  }
  expect((await contact(createClient(url))).status).toBe(201);
});
