import "server-only";
import { database, inDriverTransaction, maintenanceTimeouts, type RawTransaction } from "./db.ts";
import type { Prisma } from "./generated/prisma/client.ts";
import { describeError, log } from "./log.ts";

export function inLongTransaction<Result>(
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  options: { isolationLevel?: "RepeatableRead" } = {},
): Promise<Result> {
  const workWithLongTimeout = async (tx: Prisma.TransactionClient) => {
    // Behind a pooler in transaction mode, the database role's timeout applies, which is meant for requests.
    await tx.$executeRaw`SELECT set_config('statement_timeout', ${`${maintenanceTimeouts.statement}`}, true)`;
    return work(tx);
  };
  return database((db) => db.$transaction(workWithLongTimeout, options), "maintenance");
}

/** Runs `work` while no erasure or purge runs, so that the next erasure or purge finds the files that `work` writes. */
export async function runBeforeMaintenance<Result>(work: () => Promise<Result>): Promise<Result> {
  const pool = await database(async (_db, own) => own, "mail");
  return inDriverTransaction(pool, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock_shared($1)", [locks.maintenance]);
    return work();
  });
}

/** Waits until no other process erases or purges, and makes others wait until the transaction ends. */
export async function lockMaintenance(tx: RawTransaction): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${locks.maintenance}::bigint)::text`;
}

let isRefreshDue = false;

/** Statistics contain values and words of deleted rows. After a failure the hourly purge retries. */
export async function refreshStatistics(): Promise<void> {
  try {
    await analyzeWithoutDeletedRows();
    isRefreshDue = false;
  } catch (error) {
    isRefreshDue = true;
    log().warn({ error: describeError(error) }, "the statistics may still hold values of deleted rows");
  }
}

export async function refreshStatisticsIfDue(): Promise<void> {
  if (isRefreshDue) await refreshStatistics();
}

/** ANALYZE keeps old statistics of an empty table or partial index, so each gets a row only for this transaction. */
function analyzeWithoutDeletedRows(): Promise<void> {
  return inLongTransaction(async (tx) => {
    await lockMaintenance(tx);
    await tx.$executeRaw`
      INSERT INTO submissions (kind, id, created_at, request_id, name, email, language, text, source_page, channel,
        agent_name, user_consent, role, company, discovery_source, answers, answers_form, score, route, review_min,
        qualified_min, is_processed)
      SELECT 'evaluation', 0, now(), '-', '-', '-----', 'en', '-', '-', 'ai_agent', '-', true, '-', '-', '-',
        ARRAY[0, 0, 0, 0, 0, 0, 0, 0, 0], 'answers', 0, 'redirect', 0, 0, true
      WHERE NOT EXISTS (
        SELECT FROM submissions WHERE company IS NOT NULL AND agent_name IS NOT NULL AND is_processed)`;
    await tx.$executeRaw`
      INSERT INTO submission_events (id, kind, submission_id, at, actor, type, details)
      SELECT 0, kind, id, now(), '-', 'note', '{}' FROM submissions
      WHERE NOT EXISTS (SELECT FROM submission_events) LIMIT 1`;
    await tx.$executeRaw`
      INSERT INTO inbound_mails (id, received_at, digest, type, held_reason, from_address, from_name, subject, text, quoted,
        authentication, message_id)
      SELECT 0, now(), repeat('0', 64), 'message', 'unknown', '-', '-', '-', '-', '-', 'none', '-'
      WHERE NOT EXISTS (SELECT FROM inbound_mails)`;
    await tx.$executeRaw`
      INSERT INTO inbound_attachments (id, mail_id, name, media_type, content) SELECT 0, id, '-', '-', '-' FROM inbound_mails
      WHERE NOT EXISTS (SELECT FROM inbound_attachments) LIMIT 1`;
    await tx.$executeRaw`
      INSERT INTO reply_files (id, kind, submission_id, operator_id, name, type, content, created_at)
      SELECT 0, kind, id, '-', '-', '-', '-', now() FROM submissions
      WHERE NOT EXISTS (SELECT FROM reply_files) LIMIT 1`;
    await tx.$executeRaw`
      INSERT INTO saved_views (id, operator_id, name, is_shared, query, position, created_at)
      SELECT 0, id, '-', false, '', 0, now() FROM operators
      WHERE NOT EXISTS (SELECT FROM saved_views) LIMIT 1`;
    await tx.$executeRaw`
      INSERT INTO blocked_senders (id, type, value, reason, created_at, actor) SELECT 0, 'address', '-', '-', now(), '-'
      WHERE NOT EXISTS (SELECT FROM blocked_senders)`;
    await tx.$executeRaw`
      INSERT INTO assignment_rules (id, position, name, company) SELECT 0, 0, '-', '-'
      WHERE NOT EXISTS (SELECT FROM assignment_rules WHERE company IS NOT NULL)`;
    await tx.$executeRaw`
      INSERT INTO unmatched_bookings (uid, kind, submission_id, start_at, end_at, time_zone, email, changed_at, booked_at)
      SELECT '-', kind, id, now(), now() + interval '1 second', '-', '-', now(), now() FROM submissions
      WHERE NOT EXISTS (SELECT FROM unmatched_bookings WHERE email IS NOT NULL) LIMIT 1`;
    await tx.$executeRaw`
      ANALYZE submissions, submission_events, audit_entries, inbound_mails, inbound_attachments, reply_files, saved_views,
        blocked_senders, assignment_rules, unmatched_bookings`;
    await tx.$executeRaw`DELETE FROM unmatched_bookings WHERE uid = '-'`;
    await tx.$executeRaw`DELETE FROM assignment_rules WHERE id = 0`;
    await tx.$executeRaw`DELETE FROM blocked_senders WHERE id = 0`;
    await tx.$executeRaw`DELETE FROM saved_views WHERE id = 0`;
    await tx.$executeRaw`DELETE FROM reply_files WHERE id = 0`;
    await tx.$executeRaw`DELETE FROM inbound_attachments WHERE id = 0`;
    await tx.$executeRaw`DELETE FROM inbound_mails WHERE id = 0`;
    await tx.$executeRaw`DELETE FROM submission_events WHERE id = 0`;
    await tx.$executeRaw`DELETE FROM submissions WHERE kind = 'evaluation' AND id = 0`;
  });
}

export const locks = {
  /** Makes erasures and purges run one after another. */
  maintenance: 4_821_733_906,
  /** Makes additions to the block list run one after another, because two new entries could name the same sender. */
  blockList: 4_821_733_915,
} as const;
