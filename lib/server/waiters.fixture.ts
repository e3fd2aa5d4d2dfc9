import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { query } from "../../scripts/databases.fixture.ts";
import { timeouts } from "./db.ts";
import { env } from "./env.ts";

// Raises the timeouts, because tests block statements on purpose, and some hash passwords meanwhile, which is slow on a
// busy machine.
Object.assign(timeouts, { statement: 20_000, query: 25_000, silence: 25_000, wait: 25_000 });

export async function newConnection(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: env().DATABASE_URL });
  await connection.connect();
  return connection;
}

/**
 * Waits until `count` database sessions wait for a lock of the session `pid`, directly or behind another session.
 * @returns their pids; none once `isOver` returns true
 */
export async function findWaiters(pid: number, isOver: () => boolean, count = 1): Promise<number[]> {
  while (!isOver()) {
    const rows = await query<{ pid: number }>(
      env().DATABASE_URL,
      `WITH RECURSIVE waiting AS (
         SELECT pid FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))
         UNION SELECT behind.pid FROM pg_stat_activity AS behind JOIN waiting ON waiting.pid = ANY(pg_blocking_pids(behind.pid))
       ) SELECT pid FROM waiting`,
      [pid],
    );
    if (rows.length >= count) return rows.map((row) => row.pid);
    await sleep(10);
  }
  return [];
}
