// Rows that a worker takes under a lease: mails, and deliveries of webhooks. Both tables have the same columns for it.
import "server-only";
import type { RawTransaction } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** `lease` identifies the attempt: an old one cannot change the row after another worker has taken it over. */
export type LeasedRow = { id: string; lease: string; attempts: number };

/** A worker that does not renew its leases within this time is considered dead, and another worker takes its rows. */
export const leaseSeconds = 15;
const doubtSeconds = 12;

const tables = { mails: Prisma.raw("mails"), deliveries: Prisma.raw("webhook_deliveries") };
type LeasedTable = keyof typeof tables;

export const isTakeable = Prisma.sql`state IN ('waiting', 'sending') AND next_at <= now() AND (state = 'waiting' OR is_doubted)`;

/** `due` selects and locks the ids with SKIP LOCKED, which makes sure that no two workers get the same row. */
export function takeRows<Row extends LeasedRow>(
  db: RawTransaction,
  table: LeasedTable,
  { due, columns }: { due: Prisma.Sql; columns: Prisma.Sql },
): Promise<Row[]> {
  return db.$queryRaw`
    WITH due AS MATERIALIZED (${due})
    UPDATE ${tables[table]} AS taken SET state = 'sending', lease = gen_random_uuid(), is_doubted = false,
      attempts = attempts + 1, next_at = now() + ${leaseSeconds} * interval '1 second'
    FROM due WHERE taken.id = due.id
    RETURNING taken.id::text, lease::text, attempts, ${columns}`;
}

/**
 * Also marks expired leases of any worker as doubted: their rows can be taken only `doubtSeconds` later. If a lease
 * seems expired because the database's clock was set ahead, its worker renews it meanwhile.
 */
export async function renewRows(db: RawTransaction, table: LeasedTable, leases: string[]): Promise<void> {
  // Waiting for a row that another transaction is updating or erasing would delay all others.
  const isFree = (condition: Prisma.Sql) =>
    Prisma.sql`id IN (SELECT id FROM ${tables[table]} WHERE ${condition} ORDER BY id FOR UPDATE SKIP LOCKED)`;
  if (leases.length) {
    await db.$executeRaw`
      UPDATE ${tables[table]} SET next_at = now() + ${leaseSeconds} * interval '1 second', is_doubted = false
      WHERE ${isFree(Prisma.sql`lease = ANY (${leases}::uuid[])`)}`;
  }
  await db.$executeRaw`
    UPDATE ${tables[table]} SET next_at = now() + ${doubtSeconds} * interval '1 second', is_doubted = true
    WHERE ${isFree(Prisma.sql`state = 'sending' AND next_at <= now() AND NOT is_doubted`)}`;
}

export const whereLeased = ({ id, lease }: LeasedRow) => Prisma.sql`id = ${id}::uuid AND lease = ${lease}::uuid`;
