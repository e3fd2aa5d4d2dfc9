import "server-only";
import { dayMilliseconds, hourMilliseconds } from "../../domain/durations.ts";
import { countByKind } from "../../domain/people/person.ts";
import { closedStatuses } from "../../domain/submissions/core/status.ts";
import { purgeAttempts } from "../access/attempts.ts";
import { purgeExpiredAccess } from "../access/sessions.ts";
import { type AuditAction, recordAudit } from "../audit.ts";
import { cancelWithdrawnBookings } from "../bookings/book-time.ts";
import { purgeBookings } from "../bookings/receive-webhook.ts";
import { purgeSubscribers } from "../catalog/subscribers.ts";
import { requireCurrentCode } from "../code-level.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { describeError, log } from "../log.ts";
import { purgeReceivedDigests } from "../mail/inbound/receive-mail.ts";
import { deleteUnmatchedMails, purgeUnmatchedMails } from "../mail/inbound/unmatched.ts";
import { deleteMailFiles } from "../mail/mail-files.ts";
import { inLongTransaction, lockMaintenance, refreshStatistics, refreshStatisticsIfDue } from "../maintenance.ts";
import { repeatEvery } from "../repeat.ts";
import { purgePictures } from "../site/pictures.ts";
import { type ErasedSubmission, recordErasedEvents } from "../submissions/core/erasure-records.ts";
import { purgeConsentLinks } from "../submissions/intake/consent.ts";
import { purgeDraftFiles } from "../submissions/reply/reply-files.ts";
import { erasePurgedAddresses } from "../submissions/spam/block-list.ts";
import { purgeWebhooks } from "../webhooks/endpoints.ts";
import { purgeErasures } from "./erasures.ts";

const batchRows = 500;

type Run = { now: Date; signal?: AbortSignal | undefined };
export type Counts = { evaluations: number; inquiries: number };

/**
 * The period starts anew with a message or a booking after the closing. `created_at` is never after `closed_at`: the
 * condition on it only lets Postgres use the inbox index.
 */
export function purgeClosed({ now, signal }: Run): Promise<Counts> {
  const before = new Date(now.getTime() - env().RETENTION_DAYS * dayMilliseconds);
  const where = Prisma.sql`status = ANY (${closedStatuses}::text[]) AND created_at < ${before}::timestamptz
    AND closed_at < ${before}::timestamptz AND coalesce(last_message_at, closed_at) < ${before}::timestamptz
    AND NOT EXISTS (
      SELECT FROM bookings WHERE bookings.kind = submissions.kind AND submission_id = submissions.id
        AND state <> 'cancelled' AND coalesce(end_at, start_at) >= ${before}::timestamptz
    )`;
  return purgeBatches({ where, action: "submissions_purged", now, signal });
}

/** The person was promised that the data is erased within a day. */
export function purgeWithdrawn({ now, minutes = 0, signal }: Run & { minutes?: number | undefined }): Promise<Counts> {
  const before = new Date(now.getTime() - minutes * 60_000);
  const where = Prisma.sql`consent_withdrawn_at <= ${before}::timestamptz`;
  return purgeBatches({ where, action: "withdrawn_erased", now, signal });
}

type Purge = Run & { where: Prisma.Sql; action: AuditAction };

/** Purges in batches, so that several processes can take turns. */
async function purgeBatches(purge: Purge): Promise<Counts> {
  const all: Counts = { evaluations: 0, inquiries: 0 };
  while (!purge.signal?.aborted) {
    const { evaluations, inquiries } = await inLongTransaction((tx) => purgeBatch(tx, purge));
    all.evaluations += evaluations;
    all.inquiries += inquiries;
    if (evaluations + inquiries < batchRows) break;
  }
  if (all.evaluations || all.inquiries) {
    await deleteMailFiles();
    await refreshStatistics();
  }
  return all;
}

/** Includes repeats. Skips rows that an operator has locked; the next purge deletes them. */
async function purgeBatch(tx: Prisma.TransactionClient, { where, action, now }: Purge): Promise<Counts> {
  await lockMaintenance(tx);
  const purged = await tx.$queryRaw<ErasedSubmission[]>`
    WITH picked AS MATERIALIZED (
      SELECT kind, id FROM submissions WHERE ${where} LIMIT ${batchRows} FOR UPDATE SKIP LOCKED
    )
    DELETE FROM submissions USING picked
    WHERE submissions.kind = picked.kind AND (submissions.id = picked.id OR submissions.repeat_of = picked.id)
    RETURNING submissions.kind, submissions.id, route, language, channel, email`;
  await recordErasedEvents(tx, purged);
  await deleteUnmatchedMails(tx, purged);
  await erasePurgedAddresses(tx, purged);
  const details = countByKind(purged);
  if (purged.length) await recordAudit(tx, { at: now, actor: "service", action, details });
  return details;
}

/** Withdrawn submissions stay this long, so that an operator writing a reply can see why it cannot be sent. */
const withdrawnMinutes = 30;

/** @returns a function that stops the purges and waits at most five seconds for the running batch */
export function purgeHourly(): () => Promise<void> {
  const logFailure = (error: unknown) => log().warn({ error: describeError(error) }, "the hourly purge failed");
  return repeatEvery(hourMilliseconds, async (signal) => void (await purgeDueAndLog(signal).catch(logFailure)));
}

/** Starts no further batch once `signal` is aborted. */
export async function purgeDueAndLog(signal: AbortSignal) {
  const purged = await purgeDue({ minutes: withdrawnMinutes, signal });
  const { withdrawn, closed } = purged;
  if (withdrawn.evaluations || withdrawn.inquiries) log().info(withdrawn, "erased withdrawn submissions");
  if (closed.evaluations || closed.inquiries) log().info(closed, "purged closed submissions");
  return purged;
}

const otherPurges = [
  refreshStatisticsIfDue,
  () => deleteMailFiles(),
  purgeExpiredAccess,
  purgeAttempts,
  purgeConsentLinks,
  purgeSubscribers,
  purgeDraftFiles,
  purgeUnmatchedMails,
  purgeReceivedDigests,
  purgeBookings,
  purgeWebhooks,
  purgePictures,
  purgeErasures,
];

/**
 * Purges all that is due, also after one of the purges has failed. Submissions withdrawn in the last `minutes` stay.
 * @throws Error of the first that failed, once the others are done
 */
export async function purgeDue({ minutes, signal }: { minutes?: number; signal?: AbortSignal } = {}) {
  await database((_db, pool) => requireCurrentCode(pool), "maintenance");
  const faults: unknown[] = [];
  const attempt = <Result>(purging: Promise<Result>) => purging.catch((fault: unknown) => void faults.push(fault));
  // The worker does this, too, but may have been down since the person withdrew.
  await attempt(cancelWithdrawnBookings(new Date(), { signal }));
  const withdrawn = await attempt(purgeWithdrawn({ now: new Date(), minutes, signal }));
  const closed = await attempt(purgeClosed({ now: new Date(), signal }));
  for (const purge of otherPurges) await attempt(purge({ now: new Date() }));
  if (faults.length || !withdrawn || !closed) throw faults[0];
  return { withdrawn, closed };
}
