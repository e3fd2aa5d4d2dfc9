import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { launchService, listProcesses, queryAt, test } from "../support/processes.ts";
import { createClient, createDatabase, inquiry } from "../support/test.ts";

test("serves requests but reports not ready during the shutdown delay after SIGTERM", async ({ dataDir }) => {
  const DATABASE_URL = await createDatabase();
  const service = await launchService(dataDir, { DATABASE_URL, TRUSTED_PROXY_HOPS: "1" });
  await service.ready;
  const client = createClient(service.url);
  expect((await client.get("/api/readyz")).status).toBe(200);
  process.kill(service.pid, "SIGTERM");
  const signalledAt = performance.now();
  await expect.poll(async () => (await client.get("/api/readyz")).status, { intervals: [20] }).toBe(503);
  const answers: number[] = [];
  // Stay within the default shutdown delay, which is 5 seconds behind a proxy.
  while (performance.now() - signalledAt < 4_000) {
    const { status, headers } = await client.post("/api/leads/contact", inquiry());
    expect(headers.get("connection")).toBe("close");
    answers.push(status);
    const readiness = await client.get("/api/readyz");
    expect([readiness.status, readiness.json]).toEqual([503, { error: expect.any(String) }]);
    // npm and terminals repeat the signal, which must not end the delay.
    process.kill(service.pid, "SIGTERM");
    await sleep(200);
  }
  expect(new Set(answers)).toEqual(new Set([201]));
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(listProcesses(dataDir)).toEqual([]);
  expect(await queryAt(DATABASE_URL, "SELECT id FROM submissions")).toHaveLength(answers.length);
});
