import "server-only";
import { database, driverTransaction } from "./db.ts";
import type { Prisma, PrismaClient } from "./generated/prisma/client.ts";
import { describeError, log } from "./log.ts";

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

let isDue = false;

/**
 * Makes the planner's statistics anew after rows were deleted: they hold whole values and words of deleted rows, too. A
 * failure undoes nothing: it is a line in the log, and tried again within the hour.
 */
export async function refreshStatistics(): Promise<void> {
  try {
    await refresh();
    isDue = false;
  } catch (error) {
    isDue = true;
    log().warn({ error: describeError(error) }, "the statistics may still hold values of deleted rows");
  }
}

/** Tries again after a failure. */
export async function refreshIfDue(): Promise<void> {
  if (isDue) await refreshStatistics();
}

/**
 * An empty table or partial index would keep its old statistics: for the time of the transaction it gets a row that
 * nobody else sees.
 */
function refresh(): Promise<void> {
  return inLongTransaction(async (tx) => {
    await lockMaintenance(tx);
    await tx.$executeRaw`
      INSERT INTO submissions (kind, id, created_at, request_id, name, email, language, text, source_page, channel,
        agent_name, user_consent, role, company, discovery_source, answers, answers_form, score, route, review_min,
        qualified_min)
      SELECT 'evaluation', 0, now(), '-', '-', '-----', 'en', '-', '-', 'ai_agent', '-', true, '-', '-', '-',
        ARRAY[0, 0, 0, 0, 0, 0, 0, 0, 0], 'answers', 0, 'redirect', 0, 0
      WHERE NOT EXISTS (SELECT FROM submissions WHERE company IS NOT NULL AND agent_name IS NOT NULL)`;
    await tx.$executeRaw`
      INSERT INTO submission_events (id, kind, submission_id, at, actor, type, details)
      SELECT 0, kind, id, now(), '-', 'note', '{}' FROM submissions
      WHERE NOT EXISTS (SELECT FROM submission_events) LIMIT 1`;
    await tx.$executeRaw`ANALYZE submissions, submission_events, audit_entries`;
    await tx.$executeRaw`DELETE FROM submission_events WHERE id = 0`;
    await tx.$executeRaw`DELETE FROM submissions WHERE kind = 'evaluation' AND id = 0`;
  });
}
