import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { query } from "../../scripts/databases.fixture.ts";
import { env } from "./env.ts";

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
