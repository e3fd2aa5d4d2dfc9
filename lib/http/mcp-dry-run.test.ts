import { beforeEach, expect, test } from "vitest";
import { connectMcp, evaluationArguments, inquiryArguments } from "../../e2e/support/mcp.ts";
import { answersByKeyWorth } from "../domain/submissions/core/valid-input.fixture.ts";
import { randomAddress } from "./exchange.fixture.ts";
import { askMcp, mcpUrl, stored } from "./mcp.fixture.ts";

Object.assign(process.env, {
  LOG_LEVEL: "silent",
  RATE_LIMIT_WINDOW_SECONDS: "86400",
  RATE_LIMIT_IP_MAX: "3",
  TRUSTED_PROXY_HOPS: "1",
  UPSTASH_REDIS_REST_URL: "",
});

const origin = new URL(mcpUrl).origin;
const tools = [
  { name: "submit_evaluation", give: evaluationArguments },
  { name: "submit_inquiry", give: inquiryArguments },
];

async function connectClient(from = randomAddress()) {
  const asked: string[] = [];
  const respondToForm = (message: string) => {
    asked.push(message);
    return { action: "decline" } as const;
  };
  return { asked, ...(await connectMcp(origin, { fetch: askMcp, respondToForm, from })) };
}

beforeEach(() => {
  stored.length = 0;
});

test("returns the same marked sample for every dry run of an evaluation", async () => {
  const { call, asked } = await connectClient();
  const results = [];
  for (const points of [0, 1, 2]) {
    const answersByKey = answersByKeyWorth(Array(9).fill(points));
    results.push(await call("submit_evaluation", evaluationArguments({ language: "es", answersByKey, dryRun: true })));
  }
  for (const result of results) {
    expect(result).toEqual(results[0]);
    expect(result.structured).toEqual({
      message: expect.stringMatching(/^Esta es una respuesta de muestra/),
      route: "review",
      reference: "E-999999999",
      nextStep: expect.stringContaining("nothing was stored"),
      dryRun: true,
    });
  }
  expect(asked).toEqual([]);
  expect(stored).toEqual([]);
});

test.each(tools)("$name says that an address looks mistyped, but accepts it", async ({ name, give }) => {
  const { call } = await connectClient();
  const [typo, right] = ["ana@gmial.com", "ana@gmail.com"];
  const ask = async (email: string) => (await call(name, give({ email, dryRun: true }))).structured;
  expect(await ask(typo)).toMatchObject({
    dryRun: true,
    nextStep: expect.stringContaining("ask if gmail.com is meant"),
  });
  expect(await ask(right)).toMatchObject({ dryRun: true, nextStep: expect.not.stringContaining("mistyped") });
});

test("returns a sample reference for a dry run of an inquiry without asking for consent", async () => {
  const { call, asked } = await connectClient();
  const { structured } = await call("submit_inquiry", inquiryArguments({ dryRun: true }));
  expect(structured).toMatchObject({ success: true, reference: "Q-999999999", dryRun: true });
  expect([asked, stored]).toEqual([[], []]);
});

test.each(tools)("rejects an invalid dry run of $name with the same error as the real call", async ({ name, give }) => {
  const { call } = await connectClient();
  for (const change of [
    { email: "none", name: "x" },
    { userConsent: false },
    { userConsent: undefined },
    name === "submit_evaluation" ? { answersByKey: {} } : { message: undefined },
    { language: "fr" },
  ]) {
    const real = await call(name, give(change));
    expect(real.isError).toBe(true);
    expect(await call(name, give({ ...change, dryRun: true }))).toEqual(real);
  }
});

test.each(tools)("$name refuses a dryRun that is not a boolean", async (tool) => {
  const { call, asked } = await connectClient();
  for (const dryRun of ["true", 1, "false", {}]) {
    const { isError, text } = await call(tool.name, tool.give({ dryRun }));
    expect([isError, text]).toEqual([true, expect.stringContaining("dryRun must be true or false")]);
  }
  expect(asked).toEqual([]);
  for (const dryRun of [false, null, undefined]) await call(tool.name, tool.give({ dryRun }));
  expect(asked).toHaveLength(3);
});

test("limits dry runs separately, and does not count them as submissions", async () => {
  const from = randomAddress();
  const { call } = await connectMcp(origin, { fetch: askMcp, from });
  const texts = [];
  for (let count = 0; count < 4; count++) {
    const { isError, text } = await call("submit_inquiry", inquiryArguments({ dryRun: true }));
    texts.push(isError && text);
  }
  expect(texts).toEqual([
    false,
    false,
    false,
    expect.stringMatching(/^Too many submissions from this client\. Try again/),
  ]);
  expect(await call("submit_inquiry", inquiryArguments())).toMatchObject({ isError: false });
  expect(stored).toHaveLength(1);
});
