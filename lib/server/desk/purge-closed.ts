import "server-only";
import { closedStatuses } from "../../domain/desk/status.ts";
import type { SubmissionKind } from "../../domain/desk/submission-ref.ts";
import { recordAudit } from "../auth/audit.ts";
import { env } from "../env.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { deleteEvents } from "./events.ts";
import { inLongTransaction, lockMaintenance } from "./maintenance.ts";
import { refreshStatistics } from "./refresh-statistics.ts";
import { tables } from "./tables.ts";

const batchRows = 500;
const dayMilliseconds = 24 * 60 * 60 * 1000;

export type Purged = { leads: number; inquiries: number };
type Options = { now: Date; days?: number; signal?: AbortSignal };

/**
 * Deletes what has been closed for more than `days` days, of RETENTION_DAYS unless told otherwise, with its timeline,
 * in batches: several instances take turns, and none purges a row twice.
 * @throws AppError `unavailable`
 */
export async function purgeClosed({ now, days = env().RETENTION_DAYS, signal }: Options): Promise<Purged> {
  const before = new Date(now.getTime() - days * dayMilliseconds);
  const all: Purged = { leads: 0, inquiries: 0 };
  while (!signal?.aborted) {
    const batch = await inLongTransaction((tx) => purgeBatch(tx, before, now));
    all.leads += batch.leads;
    all.inquiries += batch.inquiries;
    if (batch.leads < batchRows && batch.inquiries < batchRows) break;
  }
  if (all.leads || all.inquiries) await refreshStatistics();
  return all;
}

async function purgeBatch(tx: Prisma.TransactionClient, before: Date, now: Date): Promise<Purged> {
  await lockMaintenance(tx);
  const purged = {
    leads: await purgeOf(tx, "lead", before),
    inquiries: await purgeOf(tx, "inquiry", before),
  };
  if (!purged.leads && !purged.inquiries) return purged;
  await recordAudit(tx, { at: now, actor: "service", action: "submissions_purged", details: purged });
  return purged;
}

/**
 * What is closed by then was created by then: the index of the inbox finds it. What an operator has locked waits for
 * the next hour.
 */
async function purgeOf(tx: Prisma.TransactionClient, kind: SubmissionKind, before: Date): Promise<number> {
  const closed: string[] = [...closedStatuses];
  const rows = await tx.$queryRaw<{ id: number }[]>`
    DELETE FROM ${tables[kind]} WHERE id = ANY (ARRAY(
      SELECT id FROM ${tables[kind]}
      WHERE status = ANY (${closed}::text[]) AND created_at < ${before}::timestamptz AND closed_at < ${before}::timestamptz
      LIMIT ${batchRows} FOR UPDATE SKIP LOCKED
    )) RETURNING id`;
  const ids = rows.map(({ id }) => id);
  await deleteEvents(tx, kind, ids);
  return ids.length;
}
