import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { operations } from "../contract/operations.ts";
import { nineTwos, validEvaluation } from "../domain/submissions/core/valid-input.fixture.ts";
import { agentInquiry, get, inquiry, post, randomAddress, read } from "./exchange.fixture.ts";
import { handle } from "./handle.ts";
import { toRoute } from "./next-router.ts";

const windowSeconds = 600;
Object.assign(process.env, {
  LOG_LEVEL: "silent",
  RATE_LIMIT_WINDOW_SECONDS: String(windowSeconds),
  RATE_LIMIT_IP_MAX: "3",
  RATE_LIMIT_AGENT_MAX: "4",
  TRUSTED_PROXY_HOPS: "0",
  UPSTASH_REDIS_REST_URL: "",
});

const contact = toRoute(handle(operations.submitContact, async () => ({ id: 1, success: true })));
const evaluate = toRoute(
  handle(operations.submitEvaluation, async () => ({ id: 1, route: "review" as const, message: "x" })),
);
const evaluation = validEvaluation({ answers: nineTwos });

/** Start of the current window. Each test uses its own windows and clients, and the clock never goes back. */
let start = 1_800_000_000_000;
const at = (seconds: number) => vi.setSystemTime(start + seconds * 1000);
const skipWindows = (count: number) => {
  start += count * windowSeconds * 1000;
  at(0);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  skipWindows(10);
  return () => {
    vi.useRealTimers();
  };
});

test("ignores a certificate header if no proxy is configured to set it", async () => {
  const headers = { "x-client-certificate": "mtls.prod.connectors.openai.com" };
  const { headers: answered } = await contact(post(inquiry(), { headers }));
  expect(answered.get("ratelimit-policy")).toBe('"client";q=3;w=600');
});

const listStatuses = async (times: number, send: () => Request) => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await contact(send())).status);
  return statuses;
};

describe("the limit of a client", () => {
  test("refuses a client over its limit with 429 and the headers for a retry", async () => {
    const from = randomAddress();
    at(10.5);
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await read(await contact(post(inquiry(), { from }))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    const left = answers.map(({ headers }) => headers.get("ratelimit"));
    expect(left).toEqual([2, 1, 0, 0].map((remaining) => `"client";r=${remaining};t=590`));
    for (const { headers } of answers) expect(headers.get("ratelimit-policy")).toBe('"client";q=3;w=600');
    const last = answers.at(-1);
    expect(last?.json).toEqual({ error: expect.stringMatching(/this client.* 590 seconds/), code: "rate_limited" });
    expect(last?.headers.get("retry-after")).toBe("590");
    expect(last?.headers.get("cache-control")).toBe("no-store");
    expect(answers[0]?.headers.has("retry-after")).toBe(false);
  });

  test("counts submissions to both endpoints in one client limit", async () => {
    const from = randomAddress();
    const routes = [contact, evaluate, contact, evaluate, contact];
    const statuses = [];
    for (const route of routes) {
      statuses.push((await route(post(route === contact ? inquiry() : evaluation, { from }))).status);
    }
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
  });

  test("allows another submission after the Retry-After time, but not a second earlier", async () => {
    for (const began of [0, 0.001, 250.4, 598.999, 599.999]) {
      const from = randomAddress();
      at(began);
      await listStatuses(3, () => post(inquiry(), { from }));
      const retryAfter = Number((await contact(post(inquiry(), { from }))).headers.get("retry-after"));
      expect(Number.isInteger(retryAfter)).toBe(true);
      if (retryAfter > 1) {
        at(began + retryAfter - 1);
        expect((await contact(post(inquiry(), { from }))).status, `began at ${began}`).toBe(429);
      }
      at(began + retryAfter);
      expect((await contact(post(inquiry(), { from }))).status, `began at ${began}`).toBe(201);
      skipWindows(10);
    }
  });

  test("does not count invalid submissions against the client's limit", async () => {
    const from = randomAddress();
    const bad = ["{", inquiry({ email: "x" }), inquiry({ channel: "ai_agent" }), inquiry({ website: "spam" }), null];
    for (const body of bad) expect((await contact(post(body, { from }))).status).toBe(400);
    expect((await contact(post("x", { from, headers: { "content-type": "text/plain" } }))).status).toBe(415);
    expect((await contact(post(" ".repeat(300_000), { from }))).status).toBe(413);
    expect(await listStatuses(4, () => post(inquiry(), { from }))).toEqual([201, 201, 201, 429]);
  });

  test("counts forged addresses and a whole /64 network as one client", async () => {
    const from = randomAddress();
    const sendForged = () => post(inquiry(), { from: `${randomAddress()}, ${randomAddress()}, ${from}` });
    expect(await listStatuses(4, sendForged)).toEqual([201, 201, 201, 429]);
    const network = `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}`;
    const sendFromNetwork = () => post(inquiry(), { from: `${network}:${randomBytes(2).toString("hex")}::1` });
    expect(await listStatuses(4, sendFromNetwork)).toEqual([201, 201, 201, 429]);
  });
});

describe("the limit of an agent", () => {
  test("counts all clients and spellings of an agent's name in one limit", async () => {
    const agentName = `Agent ${randomBytes(6).toString("hex")}`;
    const spellings = [agentName, agentName.toUpperCase(), ` ${agentName.replace(" ", "  ")} `, agentName, agentName];
    const answers = [];
    for (const name of spellings) answers.push(await read(await contact(post(agentInquiry({ agentName: name })))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429]);
    const { headers, json } = answers.at(-1) ?? {};
    expect(headers?.get("ratelimit-policy")).toBe('"client";q=3;w=600, "agent";q=4;w=600');
    expect(headers?.get("ratelimit")).toBe('"client";r=2;t=601, "agent";r=0;t=601');
    expect(headers?.get("retry-after")).toBe("601");
    expect(json).toEqual({ error: expect.stringContaining("this agentName"), code: "rate_limited" });
  });

  test("does not count a web submission with an agentName against the agent's limit", async () => {
    const agentName = `Agent ${randomBytes(6).toString("hex")}`;
    expect(await listStatuses(6, () => post(inquiry({ agentName })))).toEqual(Array(6).fill(201));
    expect((await contact(post(agentInquiry({ agentName })))).headers.get("ratelimit")).toContain('"agent";r=3;');
  });
});

test("limits neither the catalog nor the health check", async () => {
  const from = randomAddress();
  await listStatuses(4, () => post(inquiry(), { from }));
  const list = toRoute(handle(operations.listCatalogApis, async () => []));
  const health = toRoute(handle(operations.healthCheck, async () => ({ status: "ok" })));
  for (let i = 0; i < 100; i++) {
    for (const route of [list, health]) {
      const response = await route(get(undefined, { "x-forwarded-for": from }));
      expect(response.status).toBe(200);
      expect(response.headers.has("ratelimit")).toBe(false);
    }
  }
});
