import "server-only";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import { storedQueue, storedQueueOptions } from "./queue.ts";

const {
  retryLimit,
  retryDelay,
  retryBackoff,
  retryDelayMax,
  expireInSeconds,
  heartbeatSeconds,
  retentionSeconds,
  deleteAfterSeconds,
} = storedQueueOptions;

/** What pg-boss's own insert would write, as constants: it reads the queue's row for each job. */
const columns = {
  name: `'${storedQueue}'`,
  policy: "'standard'",
  retry_limit: retryLimit,
  retry_delay: retryDelay,
  retry_backoff: retryBackoff,
  retry_delay_max: retryDelayMax,
  expire_seconds: expireInSeconds,
  heartbeat_seconds: heartbeatSeconds,
  deletion_seconds: deleteAfterSeconds,
  keep_until: `now() + interval '${retentionSeconds} seconds'`,
};
const names = Object.keys(columns).join(", ");
const values = Object.values(columns).join(", ");

/**
 * SQL that inserts a submission's one job in the statement that inserts the submission: killed in between, there are
 * both or neither. `source` names a row set with the column `id`.
 */
export function insertJobsSql(kind: SubmissionKind, source: string): string {
  return `
    INSERT INTO pgboss.job (${names}, data)
    SELECT ${values}, jsonb_build_object('kind', '${kind}', 'id', ${source}.id) FROM ${source}`;
}
