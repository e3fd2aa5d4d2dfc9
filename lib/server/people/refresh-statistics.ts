import "server-only";
import { describeError, log } from "../log.ts";
import { inLongTransaction, lockMaintenance } from "./maintenance.ts";

let isDue = false;

/**
 * Makes the planner's statistics anew after rows were deleted: they hold whole values and words of rows that are gone,
 * too. What was deleted stays deleted when this fails: it is a line in the log, and due within the hour.
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

/** Tries again where it failed. */
export async function refreshIfDue(): Promise<void> {
  if (isDue) await refreshStatistics();
}

/** An empty table would keep the old ones, so it gets a row for as long as the transaction lasts, which nobody sees. */
function refresh(): Promise<void> {
  return inLongTransaction(async (tx) => {
    await lockMaintenance(tx);
    await tx.$executeRaw`
      INSERT INTO leads (id, created_at, request_id, name, role, company, email, project_description, discovery_source,
        language, source_page, channel, agent_name, user_consent, answers, answers_form, score, route, review_min,
        qualified_min)
      SELECT 0, now(), '-', '-', '-', '-', '-----', '-', '-', 'en', '-', 'ai_agent', '-', true,
        ARRAY[0, 0, 0, 0, 0, 0, 0, 0, 0], 'answers', 0, 'redirect', 0, 0
      WHERE NOT EXISTS (SELECT FROM leads)`;
    await tx.$executeRaw`
      INSERT INTO contacts (id, created_at, request_id, name, email, message, language, source_page, channel, agent_name,
        user_consent)
      SELECT 0, now(), '-', '-', '-----', '-', 'en', '-', 'ai_agent', '-', true
      WHERE NOT EXISTS (SELECT FROM contacts)`;
    await tx.$executeRaw`
      INSERT INTO submission_events (id, kind, subject_id, at, actor, type, details)
      SELECT 0, 'lead', 0, now(), '-', 'note', '{}' WHERE NOT EXISTS (SELECT FROM submission_events)`;
    await tx.$executeRaw`ANALYZE leads, contacts, submission_events, operator_verifications, audit_entries`;
    await tx.$executeRaw`DELETE FROM leads WHERE id = 0`;
    await tx.$executeRaw`DELETE FROM contacts WHERE id = 0`;
    await tx.$executeRaw`DELETE FROM submission_events WHERE id = 0`;
  });
}
