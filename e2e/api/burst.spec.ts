import { expect } from "@playwright/test";
import { sendBurst } from "../support/burst.ts";
import { queryAt, test } from "../support/processes.ts";
import { createDatabase } from "../support/test.ts";

test("stores all of 2,000 simultaneous submissions over 500 connections", async ({ startOwn }) => {
  const databaseUrl = await createDatabase();
  const app = await startOwn({ DATABASE_URL: databaseUrl, TRUSTED_PROXY_HOPS: "1" });
  expect((await sendBurst(app.url, 2_000)).answers).toEqual({ 201: 2_000 });
  const [stored] = await queryAt<{ count: number }>(databaseUrl, "SELECT count(*)::int AS count FROM submissions");
  expect(stored?.count).toBe(2_000);
});
