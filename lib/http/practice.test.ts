import { expect, test } from "vitest";
import { operations } from "../contract/operations.ts";
import {
  answersByKeyWorth,
  byAgent,
  validContact,
  validEvaluation,
} from "../domain/submissions/core/valid-input.fixture.ts";
import { post, randomAddress, read } from "./exchange.fixture.ts";
import { toRoute } from "./next-router.ts";
import { routes } from "./routes.ts";

// DATABASE_URL points to no database, so that any access to a database fails.
Object.assign(process.env, {
  LOG_LEVEL: "silent",
  DATABASE_URL: "postgresql://nobody@127.0.0.1:1/none",
  RATE_LIMIT_WINDOW_SECONDS: "86400",
  RATE_LIMIT_IP_MAX: "3",
  TRUSTED_PROXY_HOPS: "0",
  UPSTASH_REDIS_REST_URL: "",
});

const submit = { evaluation: toRoute(routes.submitEvaluation), inquiry: toRoute(routes.submitContact) };
const practice = { evaluation: toRoute(routes.practiceEvaluation), inquiry: toRoute(routes.practiceContact) };
const valid = { evaluation: validEvaluation, inquiry: validContact };
const kinds = ["evaluation", "inquiry"] as const;

test("returns the same sample for every valid practice evaluation", async () => {
  for (const [language, text] of [
    ["en", /^This is a sample answer/],
    ["es", /^Esta es una respuesta de muestra/],
  ] as const) {
    const answers = [];
    for (const points of [0, 1, 2]) {
      const answersByKey = answersByKeyWorth(Array(9).fill(points));
      const body = byAgent(validEvaluation({ language, answers: undefined, answersByKey }));
      answers.push(await read(await practice.evaluation(post(body))));
    }
    for (const { status, headers, json } of answers) {
      expect([status, headers.get("practice")]).toEqual([201, "true"]);
      expect(json).toEqual({ id: 999_999_999, route: "review", message: expect.stringMatching(text) });
      expect(json).toEqual(operations.submitEvaluation.output.parse(json));
      expect(json).toEqual(answers[0]?.json);
    }
  }
});

test("returns a sample reference for a practice inquiry", async () => {
  const { status, headers, json } = await read(await practice.inquiry(post(validContact())));
  expect([status, headers.get("practice"), json]).toEqual([201, "true", { id: 999_999_999, success: true }]);
});

test.each(kinds)("rejects an invalid practice %s with the real operation's error", async (kind) => {
  const requests = [
    post({}),
    post([]),
    post("{"),
    post(valid[kind]({ email: "none", name: "x" })),
    post(valid[kind]({ channel: "ai_agent" })),
    post(valid[kind]({ channel: "ai_agent", userConsent: true })),
    post(valid[kind]({ answers: undefined, message: undefined })),
    post(valid[kind](), { headers: { "content-type": "text/plain" } }),
    post(valid[kind](), { headers: { "idempotency-key": "short" } }),
    post("x".repeat(300_000)),
  ];
  for (const request of requests) {
    const real = await read(await submit[kind](request.clone()));
    const tried = await read(await practice[kind](request));
    expect([tried.status, tried.json]).toEqual([real.status, real.json]);
    expect(tried.headers.get("invalid-fields")).toBe(real.headers.get("invalid-fields"));
    expect([tried.headers.get("practice"), real.headers.get("practice")]).toEqual(["true", null]);
    expect(tried.status).toBeGreaterThanOrEqual(400);
    expect(tried.status).toBeLessThan(500);
  }
});

test("limits practice calls separately, and does not count them as submissions", async () => {
  const from = randomAddress();
  const send = async (body: unknown) => (await practice.inquiry(post(body, { from }))).status;
  const flood = [];
  for (let i = 0; i < 40; i++) flood.push(await send(i < 4 ? validContact() : {}));
  expect(flood.slice(0, 4)).toEqual([201, 201, 201, 429]);
  expect(flood.slice(30)).toEqual(Array(10).fill(429));
  const real = await read(await submit.inquiry(post({}, { from })));
  expect(real.status).toBe(400);
});
