import "server-only";
import { database } from "../db.ts";
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

/** Waits until no other instance erases or purges; until the transaction ends, none begins to. */
export async function lockMaintenance(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${lockKey}::bigint)::text`;
}
