import { expect } from "@playwright/test";
import { test } from "../support/processes.ts";
import { createClient, evaluation, inquiry, query, randomEmail, strictApiError } from "../support/test.ts";

test("accepts exactly 4 of 20 simultaneous submissions with a limit of 4", async ({ startOwn }) => {
  // The rate limit's window is a day, so that it never ends during the test.
  const { url } = await startOwn({
    DATABASE_URL: process.env.E2E_DATABASE_URL ?? "",
    RATE_LIMIT_IP_MAX: "4",
    RATE_LIMIT_WINDOW_SECONDS: "86400",
    TRUSTED_PROXY_HOPS: "1",
  });
  const client = createClient(url);
  const email = randomEmail();
  const submit = (_: unknown, at: number) =>
    at % 2
      ? client.post("/api/leads/evaluate", evaluation({ email }))
      : client.post("/api/leads/contact", inquiry({ email }));
  const answers = await Promise.all(Array.from({ length: 20 }, submit));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(16);
  for (const { json, headers } of refused) {
    expect(strictApiError.parse(json).code).toBe("rate_limited");
    expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(headers.get("ratelimit-policy")).toBe('"client";q=4;w=86400');
  }
  expect(await query("SELECT id FROM submissions WHERE email = $1", [email])).toHaveLength(4);
});
