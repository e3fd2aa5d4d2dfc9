import "server-only";
import type pg from "pg";
import { type Db, fromPrisma, PgBoss } from "pg-boss";
import type { Prisma } from "../generated/prisma/client.ts";
import { describeError, log } from "../log.ts";

/** All mail. The job of a mail that was sent is deleted: the queue holds pending and dead mail only. */
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

export type Transaction = Prisma.TransactionClient | pg.ClientBase;

/** Inserts, finds and deletes jobs in the caller's transaction. It is not started: it takes no jobs. */
export function bossIn(tx: Transaction): PgBoss {
  const db: Db = "$queryRawUnsafe" in tx ? fromPrisma(tx) : { executeSql: (text, values) => tx.query(text, values) };
  return new PgBoss({ db });
}

/**
 * Creates or updates pg-boss's tables, in a schema of their own, and the queue. Runs beside the
 * migrations.
 */
export async function installQueue(url: string): Promise<void> {
  const installer = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false });
  installer.on("error", (error) => log().warn({ error: describeError(error) }, "the mail queue could not be set up"));
  await installer.start();
  try {
    await installer.createQueue(mailQueue, mailQueueOptions);
    await installer.updateQueue(mailQueue, mailQueueOptions);
  } finally {
    await installer.stop({ graceful: false });
  }
}
