import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { operations } from "../contract/operations.ts";
import { freezeClock } from "./clock.fixture.ts";
import { contactUrl, inquiry, post, randomAddress, read } from "./exchange.fixture.ts";
import { handle } from "./handle.ts";
import { toRoute } from "./next-router.ts";
import { enforceLimits, getRetryAfterSeconds } from "./stations.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: "2", UPSTASH_REDIS_REST_URL: "" });
const now = freezeClock();

function makeContactRoute() {
  const useCase = vi.fn(async (_input: unknown, _context: { now: Date; requestId: string }) => ({
    id: 1,
    success: true,
  }));
  return { useCase, route: toRoute(handle(operations.submitContact, useCase)) };
}

const tooMuch = " ".repeat(256 * 1024 + 1);

/** Uses up the submission limit of a new address. @returns the address */
async function exhaustNewAddress(): Promise<string> {
  const from = randomAddress();
  const { route } = makeContactRoute();
  for (let i = 0; i < 2; i++) expect((await route(post(inquiry(), { from }))).status).toBe(201);
  return from;
}

describe("the order of the checks of a request", () => {
  test("checks the method before everything else", async () => {
    const { route, useCase } = makeContactRoute();
    const headers = { "content-type": "text/plain" };
    const request = new Request(contactUrl, { method: "PUT", body: tooMuch, headers });
    expect((await route(request)).status).toBe(405);
    expect(request.bodyUsed).toBe(false);
    expect(useCase).not.toHaveBeenCalled();
  });

  const large = `{${tooMuch}`;
  test.each<[first: string, second: string, body: unknown, headers: Record<string, string>, status: number, string]>([
    ["content type", "size", large, { "content-type": "text/plain" }, 415, "content type"],
    ["content encoding", "size", large, { "content-encoding": "gzip" }, 415, "content encoding"],
    ["size", "JSON", large, {}, 413, "at most 262144 bytes"],
    ["JSON", "fields", '{"name":1', {}, 400, "The body must be valid JSON."],
    ["fields", "limits", inquiry({ name: "x" }), {}, 400, "Invalid payload: name must be text of 2 to 120 characters."],
    ["limits", "use case", inquiry(), {}, 429, "Too many submissions from this client."],
  ])("checks the %s of a request before the %s", async (_first, _second, body, headers, status, error) => {
    const { route, useCase } = makeContactRoute();
    const answer = await read(await route(post(body, { headers, from: await exhaustNewAddress() })));
    expect(answer).toMatchObject({ status, json: { error: expect.stringContaining(error) } });
    expect(useCase).not.toHaveBeenCalled();
  });
});

test("calls the use case once for a valid request", async () => {
  const { route, useCase } = makeContactRoute();
  const body = inquiry({ name: "  Ana Ruiz ", unknown: "x", utm: { a: " b " } });
  const response = await route(post(body, { headers: { "x-request-id": "given-by-caller.1" } }));
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ id: 1, success: true });
  expect(useCase).toHaveBeenCalledTimes(1);
  const [input, context] = useCase.mock.calls[0] ?? [];
  expect(input).toEqual({ ...inquiry(), name: "Ana Ruiz", channel: "web", utm: { a: "b" } });
  expect(context?.requestId).toBe("given-by-caller.1");
  expect(context?.now).toEqual(new Date(now));
});

test("responds to invalid input with 400, its code and all faults", async () => {
  const { route } = makeContactRoute();
  for (const [body, code] of [
    [inquiry({ channel: "ai_agent" }), "consent_required"],
    [inquiry({ channel: "ai_agent", userConsent: true, email: "x" }), "agent_name_required"],
  ] as const) {
    const { status, json } = await read(await route(post(body)));
    expect(status).toBe(400);
    expect(json).toEqual({ error: expect.stringMatching(/^Invalid payload: .*agentName/), code });
  }
  for (const body of ["null", "[]", '"text"', "7", "true"]) {
    expect(await read(await route(post(body)))).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining("JSON object") },
    });
  }
});

test("responds without a crash to a value nested a hundred thousand levels deep", async () => {
  const { route } = makeContactRoute();
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  for (const body of [deep, "[".repeat(200_000), `{"name":${deep}}`, `{"utm":{"a":${deep}}}`]) {
    expect((await route(post(body))).status).toBe(400);
  }
  const ignored = JSON.stringify(inquiry()).replace("{", `{"unknown":${deep},`);
  expect((await route(post(ignored))).status).toBe(201);
});

const makeState = (name: string, remaining: number, resetAt: number) => ({
  policy: { name, max: 30, windowSeconds: 600 },
  isAllowed: remaining > 0,
  remaining,
  resetAt,
});

test("rounds the time to wait up to whole seconds, at least one", () => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 86_400_000 }), (wait) => {
      const seconds = getRetryAfterSeconds(makeState("client", 0, now + wait), now);
      expect(Number.isInteger(seconds)).toBe(true);
      expect(seconds).toBeGreaterThanOrEqual(1);
      expect(seconds * 1000).toBeGreaterThan(wait);
      if (wait >= 0) expect(seconds * 1000 - wait).toBeLessThanOrEqual(1000);
    }),
  );
});

test.each([
  ["client", "submissions from this client"],
  ["agent", "submissions from this agentName"],
  ["requests", "requests from this client"],
  ["booking", "requests for this submission"],
  ["key", "requests from this key"],
])("says of the limit %s that there were too many %s", (name, words) => {
  const known = { name: "submitContact", now: new Date(now), requestId: "a-request", clientIp: "" };
  const exchange = { ...known, request: post(inquiry()), headers: {}, logged: {} };
  expect(() => enforceLimits(exchange, [makeState(name, 0, now + 500)])).toThrow(`Too many ${words}. Try again in 1 `);
});
