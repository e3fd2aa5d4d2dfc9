import "server-only";
import type pg from "pg";
import { type Db, fromPrisma, PgBoss } from "pg-boss";
import packageJson from "pg-boss/package.json" with { type: "json" };
import type { Prisma } from "../generated/prisma/client.ts";
import { describeError, log } from "../log.ts";

/** Holds pending and dead mail only: the worker deletes the job of a sent mail. */
export const mailQueue = "mail";

const daySeconds = 24 * 60 * 60;

/**
 * A mail server may be away for days: workers retry for at least three days, at growing intervals up to two minutes,
 * before a job is dead. A missing heartbeat reveals a dead worker. pg-boss never deletes a job for its age.
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

/** pg-boss in the caller's transaction, to insert, find and delete jobs. It is not started, so it takes none. */
export function bossIn(tx: Transaction): PgBoss {
  const db: Db = "$queryRawUnsafe" in tx ? fromPrisma(tx) : { executeSql: (text, values) => tx.query(text, values) };
  return new PgBoss({ db });
}

/**
 * Creates or updates the queue and the schema of pg-boss, with every run of the migrations. Any number of instances may at
 * once. A schema that an administrator has created is filled: its owner needs no right to create one.
 */
export async function installQueue(url: string, client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isMissing: boolean }>(
    `SELECT to_regnamespace('pgboss') IS NULL AS "isMissing"`,
  );
  const createSchema = rows[0]?.isMissing ?? true;
  const installer = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false, createSchema });
  installer.on("error", (error) => log().warn({ error: describeError(error) }, "the mail queue could not be set up"));
  try {
    await installer.start();
    await installer.createQueue(mailQueue, mailQueueOptions);
    await installer.updateQueue(mailQueue, mailQueueOptions);
  } finally {
    await installer.stop({ graceful: false });
  }
}

/** Whether the database has the tables that this version of pg-boss needs; a later version's will do. */
export async function isQueueCurrent(client: pg.ClientBase): Promise<boolean> {
  const boss = bossIn(client);
  return (await boss.isInstalled()) && Number(await boss.schemaVersion()) >= packageJson.pgboss.schema;
}
