import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { inquiryArguments } from "../../e2e/support/mcp.ts";
import { makeMessage } from "../../e2e/support/mcp-calls.ts";
import { randomAddress } from "./exchange.fixture.ts";
import { mcpRoute, mcpUrl } from "./mcp.fixture.ts";

Object.assign(process.env, {
  LOG_LEVEL: "silent",
  RATE_LIMIT_WINDOW_SECONDS: "86400",
  RATE_LIMIT_IP_MAX: "2",
  RATE_LIMIT_AGENT_MAX: "1000",
  RATE_LIMIT_HOST_MAX: "100",
  ASSISTANT_RANGES: "Claude=160.79.104.0/21",
  UPSTASH_REDIS_REST_URL: "",
});

const claude = "160.79.104.1";

/** Submits an inquiry for `subject`. @returns the limits that counted, and whether the inquiry was stored */
async function submit(from: string, subject: unknown) {
  const params = { name: "submit_inquiry", arguments: inquiryArguments() };
  const message = makeMessage("tools/call", params, {}, { "openai/subject": subject });
  const headers = { ...message.headers, host: "localhost", "x-forwarded-for": from };
  const response = await mcpRoute(new Request(mcpUrl, { ...message, headers }));
  const { result } = (await response.json()) as { result: { isError?: boolean; content: { text: string }[] } };
  const limits = [...(response.headers.get("ratelimit-policy") ?? "").matchAll(/"(\w+)"/g)].map(([, name]) => name);
  return { limits, isStored: !result.isError, text: result.content[0]?.text };
}

test("limits the submissions of each person whom a known host names", async () => {
  const subject = randomUUID();
  const answers = [await submit(claude, subject), await submit("160.79.111.9", subject), await submit(claude, subject)];
  expect(answers.map(({ isStored, limits }) => [isStored, limits])).toEqual([
    [true, ["subject", "host"]],
    [true, ["subject", "host"]],
    [false, ["subject"]],
  ]);
  expect(answers[2]?.text).toContain("Too many submissions from this person");
  expect(await submit(claude, randomUUID())).toMatchObject({ isStored: true });
});

test("ignores the person whom an unknown caller names", async () => {
  const from = randomAddress();
  const answers = [];
  for (let at = 0; at < 3; at++) answers.push(await submit(from, randomUUID()));
  expect(answers.map(({ isStored }) => isStored)).toEqual([true, true, false]);
  expect(answers[0]?.limits).toEqual(["client", "agent"]);
});

test.each([
  ["x".repeat(256), ["subject", "host"]],
  ["x".repeat(257), ["host"]],
  ["", ["host"]],
  [7, ["host"]],
  [null, ["host"]],
  [{ id: "x" }, ["host"]],
])("applies the limit per person only to a name of 1 to 256 characters: %j", async (subject, limits) => {
  expect(await submit(claude, subject)).toMatchObject({ limits, isStored: true });
});
