import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";

/** A fake Upstash server that counts requests and responds as each test decides. */
let asked = 0;
let answer: (response: ServerResponse) => void = () => undefined;
const server = createServer((request, response) => {
  asked++;
  request.resume().once("end", () => answer(response));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;

Object.assign(process.env, {
  LOG_LEVEL: "silent",
  RATE_LIMIT_IP_MAX: "3",
  RATE_LIMIT_AGENT_MAX: "3",
  UPSTASH_REDIS_REST_URL: `http://127.0.0.1:${port}`,
  UPSTASH_REDIS_REST_TOKEN: "token",
});

const allows = (remaining: number) => (response: ServerResponse) =>
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify([{ result: [remaining, 3] }]));
const fails = (response: ServerResponse) => response.writeHead(500).end("{}");

const now = 1_800_000_000_000;

// Loads the code before the tests, because loading takes many seconds on a busy machine.
await import("./submission-limits.ts");

/** Returns limiters in the state of a newly started process. */
function loadLimits() {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, "encajeKept");
  return import("./submission-limits.ts");
}

async function newSpender() {
  const { spendSubmission } = await loadLimits();
  const clientIp = randomUUID();
  return async (at: number) => (await spendSubmission({ clientIp }, at))[0];
}

beforeEach(() => {
  asked = 0;
  // Fake timers replace the limiter's half-second timeout for Redis, because a busy machine may be slower than that.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => vi.useRealTimers());

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test("connects to Redis before the first submission, and retries with it", async () => {
  answer = fails;
  const { prepareLimits, spendSubmission } = await loadLimits();
  await prepareLimits();
  expect(asked).toBe(1);
  answer = allows(1);
  expect(await spendSubmission({ clientIp: randomUUID() }, now)).toMatchObject([{ isAllowed: true, remaining: 1 }]);
});

test("uses the results of Redis while Redis responds", async () => {
  answer = allows(1);
  const spend = await newSpender();
  expect(await spend(now)).toMatchObject({ policy: { name: "client", max: 3 }, isAllowed: true, remaining: 1 });
  answer = allows(-1);
  expect(await spend(now)).toMatchObject({ isAllowed: false, remaining: 0 });
  expect(asked).toBe(2);
});

test("does not use Redis for five seconds after a failure", async () => {
  answer = fails;
  const spend = await newSpender();
  for (const elapsed of [0, 1, 4999]) await spend(now + elapsed);
  expect(asked).toBe(1);
  answer = allows(2);
  expect(await spend(now + 5000)).toMatchObject({ isAllowed: true, remaining: 2 });
  expect(asked).toBe(2);
});
