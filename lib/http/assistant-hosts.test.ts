import { describe, expect, test } from "vitest";
import { operations } from "../contract/operations.ts";
import { agentInquiry, inquiry, post, randomAddress, read } from "./exchange.fixture.ts";
import { serveFront } from "./front/front.fixture.ts";
import { handle } from "./handle.ts";
import { toRoute } from "./next-router.ts";

Object.assign(process.env, {
  LOG_LEVEL: "silent",
  RATE_LIMIT_WINDOW_SECONDS: "86400",
  RATE_LIMIT_IP_MAX: "1",
  RATE_LIMIT_AGENT_MAX: "2",
  RATE_LIMIT_HOST_MAX: "4",
  ASSISTANT_RANGES: "Claude=160.79.104.0/21",
  ASSISTANT_CERTIFICATE_HEADER: "X-Client-Certificate",
  TRUSTED_PROXY_HOPS: "1",
  UPSTASH_REDIS_REST_URL: "",
});

const contact = toRoute(handle(operations.submitContact, async () => ({ id: 1, success: true })));
const proxy = "10.0.0.1";
const send = async (body: unknown, from: string, headers = {}) =>
  read(await contact(post(body, { from: `${from}, ${proxy}`, headers })));

describe("a hosted assistant", () => {
  test("applies one limit to all addresses and names of a hosted assistant", async () => {
    const answers = [];
    for (let at = 0; at < 5; at++) answers.push(await send(agentInquiry({ agentName: "Claude" }), `160.79.104.${at}`));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429]);
    const last = answers.at(-1);
    expect(last?.headers.get("ratelimit-policy")).toBe('"host";q=4;w=86400');
    expect(last?.json).toMatchObject({ code: "rate_limited", error: expect.stringContaining("this assistant's host") });
  });

  test("does not count a hosted assistant's requests against other callers that use its name", async () => {
    const others = [1, 2, 3].map(() => send(agentInquiry({ agentName: "Claude" }), randomAddress()));
    expect((await Promise.all(others)).map(({ status }) => status).sort()).toEqual([201, 201, 429]);
  });

  test("recognizes a hosted assistant at any address by its certificate", async () => {
    const headers = { "x-client-certificate": "mtls.prod.connectors.openai.com" };
    const from = randomAddress();
    for (let at = 0; at < 3; at++) expect((await send(inquiry(), from, headers)).status).toBe(201);
    expect((await send(inquiry(), from)).headers.get("ratelimit-policy")).toBe('"client";q=1;w=86400');
  });

  test("recognizes a hosted assistant by its certificate's header in any capitalization", async () => {
    const { ask } = await serveFront((_, outgoing) => outgoing.end());
    const certificate = { "X-CLIENT-certificate": "mtls.prod.connectors.openai.com" };
    const policies = [certificate, {}].map(async (headers) => {
      const answered = await ask("/api/practice/leads/contact", headers, "POST");
      return answered.headers["ratelimit-policy"];
    });
    expect(await Promise.all(policies)).toEqual(['"requests";q=40;w=86400', '"requests";q=10;w=86400']);
  });

  test("does not treat a forged X-Forwarded-For address as a hosted assistant's", async () => {
    const from = randomAddress();
    const first = await send(inquiry(), `160.79.104.1, ${from}`);
    expect(first.headers.get("ratelimit-policy")).toBe('"client";q=1;w=86400');
  });
});
