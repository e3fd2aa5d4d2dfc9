import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** The advisory lock that Prisma's own commands take as well. */
const lockId = 72_707_369;
const pollMilliseconds = 250;
const quietPolls = 4;

/**
 * Runs `work`, on the connection that holds the lock, while no other instance migrates or fills the database at `url`.
 * A killed instance releases the lock with its connection.
 * @throws Error that names the database's address, without the password, when it cannot be reached
 */
export async function withMigrationLock<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  // A lost connection fails the current statement. Without a listener it would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect().catch((cause: NodeJS.ErrnoException) => {
      const reason = cause.message || cause.code;
      throw new Error(`The database at ${client.host}:${client.port} cannot be reached: ${reason}`, { cause });
    });
    // A migration may copy millions of rows; a server's own bound is meant for requests.
    await client.query("SET statement_timeout = 0");
    await takeLock(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Polls: a waiting statement would keep another instance's CREATE INDEX CONCURRENTLY waiting. */
async function takeLock(client: pg.Client): Promise<void> {
  for (let poll = 1; !(await tryLock(client)); poll++) {
    if (poll === quietPolls) console.log("Another instance is applying migrations; waiting …");
    await sleep(pollMilliseconds);
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [lockId]);
  return rows[0]?.isOurs === true;
}
