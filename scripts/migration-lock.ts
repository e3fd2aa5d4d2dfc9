import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Id of the advisory lock that Prisma's own commands also take. */
const lockId = 72_707_369;
const pollMilliseconds = 250;
const quietPolls = 4;

/** Begins a transaction without the timeouts set for requests, because a migration may copy millions of rows. */
const begin =
  "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";

/**
 * Runs `work` on one connection to the database at `url`.
 * @throws Error that names the variable and the database's host and port if the database cannot be reached
 */
export async function withConnection<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  // A lost connection fails the current statement anyway. Without a listener, this event would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect().catch((cause: NodeJS.ErrnoException) => {
      const variable = process.env.DIRECT_URL?.trim() === url ? "DIRECT_URL" : "DATABASE_URL";
      const reason = cause.message || cause.code;
      throw new Error(`The database at ${client.host}:${client.port} (${variable}) cannot be reached: ${reason}`, {
        cause,
      });
    });
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Runs `work` in a transaction on `client` while no other instance migrates or fills the database. The lock ends with
 * the transaction, even if this process is killed, so a pooler cannot keep the lock.
 */
export async function withMigrationLock<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await takeLock(client);
  try {
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Polls for the lock, because a statement that waits would block another instance's CREATE INDEX CONCURRENTLY. */
async function takeLock(client: pg.Client): Promise<void> {
  for (let poll = 1; !(await tryLock(client)); poll++) {
    await client.query("ROLLBACK");
    if (poll === quietPolls) console.log("Another instance is applying migrations; waiting …");
    await sleep(pollMilliseconds);
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query(begin);
  const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS "isOurs"', [
    lockId,
  ]);
  return rows[0]?.isOurs === true;
}

/**
 * Repeats `turn` until no reader of the migration's tables, such as a backup, blocks it. The lock timeout is short,
 * because requests for these tables queue behind a migration that waits for its lock.
 */
export async function waitForReaders<Result>(turn: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + readersMilliseconds;
  for (let attempt = 1; ; attempt++) {
    try {
      return await turn();
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > end) throw error;
      if (attempt === 1) console.log("The migration is waiting for a reader of its tables, such as a backup …");
      await sleep(pauseMilliseconds);
    }
  }
}
const readersMilliseconds = 10 * 60_000;
const pauseMilliseconds = 2_000;

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof pg.DatabaseError && cause.code === lockNotAvailable;
}
const lockNotAvailable = "55P03";
