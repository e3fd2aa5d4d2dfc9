import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { launchProgram } from "../tools/processes.ts";
import { newestReplaced } from "./baseline.ts";
import { createEmptyDatabase, createOlderDatabase, readHistory } from "./databases.fixture.ts";
import { readMigrations } from "./migrate.ts";
import { nodeFlags } from "./node-flags.mjs";

vi.setConfig({ testTimeout: 60_000 });
const names = readMigrations().map(({ name }) => name);

/**
 * Migrates with two processes at once. `killsOne` sends SIGKILL to one of them in the middle of a migration.
 * @throws Error with the output of a process that did not finish, other than a killed one
 */
async function migrateTwice(databaseUrl: string, { killsOne }: { killsOne: boolean }): Promise<void> {
  const [blocker, observer] = [await connect(databaseUrl), await connect(databaseUrl)];
  // The migration that creates this table waits until this transaction ends.
  if (killsOne) await blocker.query("BEGIN; CREATE TABLE code_floor ()");
  const pair = ["instance 0", "instance 1"].map((name) => {
    const args = [...nodeFlags, "scripts/db.ts", "migrate"];
    // PGAPPNAME names the connection in pg_stat_activity.
    const env = { DATABASE_URL: databaseUrl, PGAPPNAME: name };
    return { name, ...launchProgram(process.execPath, args, "The database is up to date.", env) };
  });
  try {
    const all = Promise.all(pair.map(({ ready }) => ready));
    if (!killsOne) return void (await all);
    const victim = await Promise.race([waitForMigratingProcess(observer), all.then(() => undefined)]);
    if (victim === undefined) throw new Error("No migration was met.");
    await pair.find(({ name }) => name === victim)?.stop("SIGKILL");
    await blocker.query("ROLLBACK");
    await pair.find(({ name }) => name !== victim)?.ready;
  } finally {
    await Promise.all([blocker.end(), observer.end(), ...pair.map(({ stop }) => stop("SIGKILL"))]);
  }
}

/** Waits until one process is in the middle of a migration and the other one is connected. */
async function waitForMigratingProcess(observer: pg.Client): Promise<string> {
  for (;;) {
    const { rows } = await observer.query<{ name: string; isBlocked: boolean }>(
      `SELECT application_name AS name, bool_or(wait_event_type = 'Lock' AND wait_event <> 'advisory') AS "isBlocked"
         FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'instance _' GROUP BY 1`,
    );
    const migrating = rows.find(({ isBlocked }) => isBlocked);
    if (migrating && rows.length === 2) return migrating.name;
    await sleep(10);
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const databases = [
  { what: "an empty", create: createEmptyDatabase, applied: names },
  { what: "an older", create: createOlderDatabase, applied: [newestReplaced, ...names] },
];

test.each(databases)(
  "lets two processes that migrate $what database at once both finish",
  async ({ create, applied }) => {
    const url = await create();
    await migrateTwice(url, { killsOne: false });
    expect(await readHistory(url)).toEqual(applied);
  },
);

test.each(databases)(
  "lets the second process migrate $what database when the first is killed",
  async ({ create, applied }) => {
    const url = await create();
    await migrateTwice(url, { killsOne: true });
    expect(await readHistory(url)).toEqual(applied);
  },
);
