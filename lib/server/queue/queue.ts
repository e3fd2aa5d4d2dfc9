import "server-only";
import { PgBoss } from "pg-boss";
import { describeError, log } from "../log.ts";

/** The queue of all mail. A job that is done is deleted: what is in it is owed, or dead. */
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

/**
 * Creates or updates pg-boss's tables, in a schema of their own, and the queue. Runs beside the migrations: a submission
 * writes into these tables directly.
 */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  boss.on("error", (error) => log().warn({ error: describeError(error) }, "the mail queue could not be set up"));
  await boss.start();
  try {
    await boss.createQueue(mailQueue, mailQueueOptions);
    await boss.updateQueue(mailQueue, mailQueueOptions);
  } finally {
    await boss.stop({ graceful: false });
  }
}
