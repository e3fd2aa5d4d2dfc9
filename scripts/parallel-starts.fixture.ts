// Starts two processes at once on one database. Can kill one in the middle of a migration.

import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Running, startScript } from "../tools/processes.ts";

type Start = {
  script: string;
  args?: string[];
  readyText: string;
  databaseUrl: string;
  envs: [Record<string, string>, Record<string, string>];
  /** Sends SIGKILL to one process in the middle of a migration. */
  killsOne: boolean;
};

/**
 * Starts both processes.
 * @returns both, or the survivor, once they are ready
 * @throws Error with the output of a process that did not start; then both have ended
 */
export async function startBoth({ script, args, readyText, databaseUrl, envs, killsOne }: Start): Promise<Running[]> {
  const [blocker, observer] = [await connect(databaseUrl), await connect(databaseUrl)];
  // The migration that creates this table waits until this transaction ends.
  if (killsOne) await blocker.query("BEGIN; CREATE TABLE code_floor ()");
  const pair = envs.map((env, at) => {
    const kill = new AbortController();
    // Names the connection in pg_stat_activity.
    const name = `instance ${at}`;
    const variables = { ...env, DATABASE_URL: databaseUrl, PGAPPNAME: name };
    return { name, kill, running: startScript(script, readyText, variables, args, { killed: kill.signal }) };
  });
  try {
    const all = Promise.all(pair.map(({ running }) => running));
    if (!killsOne) return await all;
    const victim = await Promise.race([waitForMigratingProcess(observer), all.then(() => undefined)]);
    if (victim === undefined) throw new Error("No migration was met.");
    pair.find(({ name }) => name === victim)?.kill.abort();
    await blocker.query("ROLLBACK");
    return await Promise.all(pair.filter(({ name }) => name !== victim).map(({ running }) => running));
  } catch (error) {
    for (const { kill } of pair) kill.abort();
    throw error;
  } finally {
    await Promise.all([blocker.end(), observer.end()]);
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
