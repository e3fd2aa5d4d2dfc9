import "server-only";
import { PgBoss } from "pg-boss";
import { describeError, log } from "../log.ts";

/** One job per stored submission, until the worker has queued the mails that follow from it. */
export const storedQueue = "submission.stored";
/** All mail. A job that is done is deleted: the queue holds pending and dead mail only. */
export const mailQueue = "mail";

const daySeconds = 24 * 60 * 60;

/**
 * A mail server may be away for days: a job is tried for three of them at least, at growing intervals up to two minutes,
 * before it is dead. A worker that dies is noticed by its heartbeat. Nothing is ever deleted for its age alone.
 */
export const mailQueueOptions = {
  retryLimit: 4_000,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 120,
  expireInSeconds: 900,
  heartbeatSeconds: 15,
  retentionSeconds: 3650 * daySeconds,
  deleteAfterSeconds: 0,
} as const;

/** Only a fault of ours or of the database can fail these jobs, so they are tried for years. */
export const storedQueueOptions = { ...mailQueueOptions, retryLimit: 1_000_000 } as const;

/**
 * Creates or updates pg-boss's tables, in a schema of their own, and the queues. Runs beside the migrations: a
 * submission writes into these tables directly.
 */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on("error", (error) => log().warn({ error: describeError(error) }, "the mail queue could not be set up"));
  await boss.start();
  try {
    for (const [name, options] of [
      [storedQueue, storedQueueOptions],
      [mailQueue, mailQueueOptions],
    ] as const) {
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
