import { expect, test } from "vitest";
import { operations } from "../contract/operations.ts";
import { freezeClock } from "./clock.fixture.ts";
import { chunkedBody, contactUrl, inquiry, post, randomAddress } from "./exchange.fixture.ts";
import { handle } from "./handle.ts";
import { toRoute } from "./next-router.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: "2", UPSTASH_REDIS_REST_URL: "" });

const route = toRoute(handle(operations.submitContact, async () => ({ id: 1, success: true })));

freezeClock();

/** Sends junk from a new address, ten times as often as the submission limit allows. @returns the address */
async function floodFromNewAddress(): Promise<string> {
  const from = randomAddress();
  for (let i = 0; i < 20; i++) expect((await route(post("junk", { from }))).status).toBe(400);
  return from;
}

test("refuses a client over its flood limit without reading the body", async () => {
  const from = await floodFromNewAddress();
  const { seen, stream } = chunkedBody([new TextEncoder().encode(JSON.stringify(inquiry()))]);
  const response = await route(post(stream, { from }));
  expect(response.status).toBe(429);
  expect(seen.pulled).toBe(0);
  expect(await response.json()).toMatchObject({ code: "rate_limited" });
  expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(response.headers.get("ratelimit-policy")).toContain("q=20");
  expect(response.headers.get("ratelimit")).toContain("r=0");
});

test("checks the flood limit before content type and size", async () => {
  const from = await floodFromNewAddress();
  const requests = [
    post("x", { from, headers: { "content-type": "text/plain" } }),
    post("x", { from, headers: { "content-length": "999999999" } }),
    post("{", { from }),
  ];
  for (const request of requests) expect((await route(request)).status).toBe(429);
});

test("applies the flood limit only to submissions of the same client", async () => {
  const from = await floodFromNewAddress();
  expect((await route(post(inquiry()))).status).toBe(201);
  for (const [method, status] of [
    ["OPTIONS", 204],
    ["GET", 405],
  ] as const) {
    const request = new Request(contactUrl, { method, headers: { "x-forwarded-for": from } });
    expect((await route(request)).status).toBe(status);
  }
});

test("counts requests to both submission endpoints in one flood limit", async () => {
  const from = randomAddress();
  const evaluate = toRoute(handle(operations.submitEvaluation, async () => Promise.reject(new Error("not reached"))));
  for (let i = 0; i < 10; i++) {
    expect((await route(post("junk", { from }))).status).toBe(400);
    expect((await evaluate(post("junk", { from }))).status).toBe(400);
  }
  expect((await evaluate(post("junk", { from }))).status).toBe(429);
});

test("does not count methods that submit nothing in the flood limit", async () => {
  const from = randomAddress();
  for (let i = 0; i < 50; i++) {
    await route(new Request(contactUrl, { method: i % 2 ? "OPTIONS" : "PUT", headers: { "x-forwarded-for": from } }));
  }
  expect((await route(post("junk", { from }))).headers.get("ratelimit")).toContain("r=19");
});
