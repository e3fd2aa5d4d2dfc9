import "server-only";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import { type AuditAction, recordAudit } from "../audit.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { forgetMailFiles } from "../mail/mail-files.ts";
import { tables } from "../submissions/tables.ts";
import { deleteDependents } from "./delete-dependents.ts";
import { inLongTransaction, lockMaintenance } from "./maintenance.ts";
import { refreshStatistics } from "./refresh-statistics.ts";

const batchRows = 500;

export type Purged = { leads: number; inquiries: number };
/** `which` picks the rows; `action` is what the audit log calls it. */
type Purge = { which: Prisma.Sql; action: AuditAction; now: Date; signal?: AbortSignal | undefined };

/**
 * Deletes submissions with all that hangs on them, in batches: several instances take turns, and none purges a row twice.
 * @throws AppError `unavailable`
 */
export async function purgeBatches(purge: Purge): Promise<Purged> {
  const all: Purged = { leads: 0, inquiries: 0 };
  while (!purge.signal?.aborted) {
    const batch = await inLongTransaction((tx) => purgeBatch(tx, purge));
    all.leads += batch.leads;
    all.inquiries += batch.inquiries;
    if (batch.leads < batchRows && batch.inquiries < batchRows) break;
  }
  if (all.leads || all.inquiries) {
    await forgetMailFiles();
    await refreshStatistics();
  }
  return all;
}

async function purgeBatch(tx: Prisma.TransactionClient, { which, action, now }: Purge): Promise<Purged> {
  await lockMaintenance(tx);
  const purged = { leads: await purgeOf(tx, "lead", which), inquiries: await purgeOf(tx, "inquiry", which) };
  if (!purged.leads && !purged.inquiries) return purged;
  await recordAudit(tx, { at: now, actor: "service", action, details: purged });
  return purged;
}

/** What an operator has locked waits for the next hour. */
async function purgeOf(tx: Prisma.TransactionClient, kind: SubmissionKind, which: Prisma.Sql): Promise<number> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    DELETE FROM ${tables[kind]} WHERE id = ANY (ARRAY(
      SELECT id FROM ${tables[kind]} WHERE ${which} LIMIT ${batchRows} FOR UPDATE SKIP LOCKED
    )) RETURNING id`;
  const ids = rows.map(({ id }) => id);
  await deleteDependents(tx, kind, ids);
  return ids.length;
}
