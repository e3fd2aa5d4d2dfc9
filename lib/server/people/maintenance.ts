import "server-only";
import { database, driverTransaction } from "../db.ts";
import type { Prisma, PrismaClient } from "../generated/prisma/client.ts";

/** Any number that nobody else locks: erasures and purges of all instances go one after another. */
const lockKey = 4_821_733_906;

/** Shorter than the deadline of the connection, so that what is told to have failed was taken back. */
const timeoutMilliseconds = 60_000;

export type MaintenanceOptions = { isolationLevel?: "RepeatableRead" };

/** One transaction that may take a minute. */
export function inLongTransaction<Result>(
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  options: MaintenanceOptions = {},
): Promise<Result> {
  return database(
    (db: PrismaClient) => db.$transaction(work, { timeout: timeoutMilliseconds, ...options }),
    "maintenance",
  );
}

/**
 * Runs `work` while nothing is erased or purged: what it writes outside of the database is there when that begins.
 * @throws Error of the database when an erasure takes its time
 */
export async function beforeMaintenance<Result>(work: () => Promise<Result>): Promise<Result> {
  const pool = await database(async (_db, own) => own, "mail");
  return driverTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock_shared($1)", [lockKey]);
    return work();
  });
}

/** Waits until no other instance erases or purges; until the transaction ends, none begins to. */
export async function lockMaintenance(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${lockKey}::bigint)::text`;
}
