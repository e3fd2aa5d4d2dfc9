// `npm run check:parallel-starts`: twenty pairs of apps that start at once on one database, empty or older. In ten of
// them one is killed, with SIGKILL, in the middle of a migration. Prints how long each pair took to come up.

import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { buildIfNeeded } from "../build.ts";
import { createEmptyDatabase, createOlderDatabase, listApplied, query } from "../databases.fixture.ts";
import { readMigrations } from "../migrate.ts";
import { startPair } from "../parallel-starts.fixture.ts";
import { freePort } from "../processes.ts";
import { atEnd, runCheck } from "../run-check.ts";
import { readSamples } from "../seed.ts";
import { setup } from "../test-database.ts";

const pairs = 20;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-pairs-"));

buildIfNeeded();
await runCheck(async () => {
  await atEnd(() => fs.rmSync(folder, { recursive: true, force: true }));
  await atEnd(await setup());
  let failures = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const killsOne = pair % 2 === 1;
    const isOlder = pair % 4 > 1;
    const title = `${isOlder ? "older" : "empty"} database, ${killsOne ? "one killed" : "none killed"}`;
    try {
      console.log(`${pair + 1}. ${title}: up after ${await startAndCheck(isOlder, killsOne)} s`);
    } catch (error) {
      failures++;
      console.log(`${pair + 1}. ${title}: FAILED\n${error instanceof Error ? error.message : error}`);
    }
  }
  console.log(`\n${pairs - failures} of ${pairs} pairs came up.`);
  return failures === 0;
});

async function startAndCheck(isOlder: boolean, killsOne: boolean): Promise<string> {
  const databaseUrl = await (isOlder ? createOlderDatabase() : createEmptyDatabase());
  const startedAt = performance.now();
  const apps = await startPair({
    script: "scripts/serve.ts",
    readyText: " is ready at ",
    databaseUrl,
    envs: [await createEnv(), await createEnv()],
    killsOne,
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  for (const app of apps) await app.stop();
  const found = {
    apps: apps.length,
    applied: await listApplied(databaseUrl),
    unfinished: await count(databaseUrl, "_prisma_migrations WHERE finished_at IS NULL"),
    samples: await count(databaseUrl, "catalog_entries"),
    queues: await count(databaseUrl, "pgboss.queue WHERE name = 'mail'"),
  };
  const expected = {
    apps: killsOne ? 1 : 2,
    applied: readMigrations().map(({ name }) => name),
    unfinished: 0,
    samples: readSamples().length,
    queues: 1,
  };
  if (!isDeepStrictEqual(found, expected)) throw new Error(`is ${JSON.stringify(found)}`);
  return seconds;
}

async function createEnv(): Promise<Record<string, string>> {
  const name = randomBytes(6).toString("hex");
  return { PORT: String(await freePort()), DATA_DIR: path.join(folder, name), LOG_LEVEL: "warn" };
}

async function count(url: string, from: string): Promise<number> {
  const [row] = await query<{ count: number }>(url, `SELECT count(*)::int FROM ${from}`);
  return row?.count ?? 0;
}
