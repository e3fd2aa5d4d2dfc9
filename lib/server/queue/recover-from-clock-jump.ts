import "server-only";
import type { Db } from "pg-boss";
import { mailQueue, mailQueueOptions, storedQueue } from "./queue.ts";

const queues = [storedQueue, mailQueue];

/**
 * Brings back what was stored while the clock was ahead: without this, it waits until the clock gets there again. A clock
 * mail stays as it is, as its due time is reckoned from the time stored with its submission. Changes nothing while the
 * clock is right; meant to be called every few seconds.
 */
export async function recoverFromClockJump(db: Db): Promise<void> {
  // Jobs due at once, and retries that lie further ahead than the longest interval between two attempts.
  await db.executeSql(
    `UPDATE pgboss.job SET start_after = pgboss.job_now(), created_on = least(created_on, pgboss.job_now()),
       keep_until = least(keep_until, pgboss.job_now() + ${mailQueueOptions.retentionSeconds} * interval '1 second')
     WHERE name = ANY ($1::text[]) AND (state = 'created' AND start_after = created_on AND start_after > pgboss.job_now()
       OR state = 'retry' AND start_after > pgboss.job_now() + retry_delay_max * interval '1 second')`,
    [queues],
  );
  // A dead worker's jobs. A living worker renews its heartbeat by itself.
  await db.executeSql(
    `UPDATE pgboss.job SET started_on = least(started_on, pgboss.job_now()),
       heartbeat_on = least(heartbeat_on, pgboss.job_now())
     WHERE name = ANY ($1::text[]) AND state = 'active' AND greatest(started_on, heartbeat_on) > pgboss.job_now()`,
    [queues],
  );
  // The last look for dead workers: the next one comes an interval after it.
  await db.executeSql(
    `UPDATE pgboss.queue SET monitor_on = NULL, monitor_claim_on = NULL
     WHERE name = ANY ($1::text[]) AND greatest(monitor_on, monitor_claim_on) > pgboss.job_now()`,
    [queues],
  );
}
