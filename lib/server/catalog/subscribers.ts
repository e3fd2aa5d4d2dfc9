import "server-only";
import {
  changesMailDays,
  confirmationDays,
  SubscriberToken,
  type SubscriptionState,
} from "../../domain/catalog/changes/release.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import type { Locale } from "../../domain/locale.ts";
import type { SubscriberJob } from "../../domain/mail/mail.ts";
import { parseNoticeVersion } from "../../domain/submissions/core/promises.ts";
import { database, type RawTransaction, rawDatabase } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";

const addDays = (at: Date, days: number) => new Date(at.getTime() + days * dayMilliseconds);

const toId = (token: unknown) => SubscriberToken.safeParse(token).data;

/**
 * Queues a confirmation, unless the address has a subscription or got a confirmation in the last 24 hours. `email` must
 * come from `foldAddress`. Runs the same statement for every address, so that neither the response nor its time reveals
 * a known one.
 */
export async function requestSubscription(
  { email, language }: { email: string; language: Locale },
  { now }: { now: Date },
): Promise<void> {
  await rawDatabase("intake").$executeRaw`
    WITH asked AS (
      INSERT INTO subscribers AS known (id, email, language, requested_at, changes_since, next_at)
      VALUES (gen_random_uuid(), ${email}, ${language}, ${now}::timestamptz, ${now}::timestamptz, ${addDays(now, 1)}::timestamptz)
      ON CONFLICT (email) DO UPDATE SET language = excluded.language, requested_at = excluded.requested_at,
        next_at = excluded.next_at
      WHERE known.confirmed_at IS NULL AND known.next_at <= excluded.requested_at
      RETURNING id
    )
    INSERT INTO mails (id, mail, subscriber_id, due_at, next_at)
    SELECT gen_random_uuid(), 'subscription', id, now(), now() FROM asked ON CONFLICT DO NOTHING`;
}

const whereExpired = (now: Date) => ({ confirmedAt: null, requestedAt: { lte: addDays(now, -confirmationDays) } });

export async function findSubscription(token: unknown, { now }: { now: Date }): Promise<SubscriptionState> {
  const id = toId(token);
  if (id === undefined) return "ended";
  const where = { id, NOT: whereExpired(now) };
  const row = await database((db) => db.subscriber.findFirst({ where, select: { confirmedAt: true } }), "catalog");
  if (!row) return "ended";
  return row.confirmedAt ? "confirmed" : "asked";
}

/** Changes nothing for a subscription that is confirmed or has ended. */
export async function confirmSubscription(
  { token, noticeVersion }: { token: unknown; noticeVersion: unknown },
  { now }: { now: Date },
): Promise<void> {
  const id = toId(token);
  if (id === undefined) return;
  const where = { id, confirmedAt: null, NOT: whereExpired(now) };
  const version = parseNoticeVersion(noticeVersion);
  const dates = { confirmedAt: now, nextAt: addDays(now, changesMailDays) };
  await database(async (db) => {
    // A release that commits later is newer than this one, although its change may have begun before `now`.
    const newest = await db.catalogRelease.findFirst({ orderBy: { at: "desc" }, select: { at: true } });
    const changesSince = newest?.at ?? new Date(0);
    await db.subscriber.updateMany({ where, data: { ...dates, noticeVersion: version, changesSince } });
  }, "intake");
}

const subscriberHash = Prisma.sql`encode(sha256(convert_to(id::text, 'UTF8')), 'hex')`;

/** Erases the address, and records this, so that the subscription ends again after an older backup is restored. */
export async function endSubscription(token: unknown, { now }: { now: Date }): Promise<void> {
  const id = toId(token);
  if (id === undefined) return;
  await rawDatabase("intake").$executeRaw`
    WITH ended AS (DELETE FROM subscribers WHERE id = ${id}::uuid RETURNING id)
    INSERT INTO erasures (hash, at) SELECT ${subscriberHash}, ${now}::timestamptz FROM ended`;
}

/** Ends restored subscriptions that had been ended. `hashes` may contain hashes of other things. */
export async function endSubscriptionsAgain(tx: RawTransaction, hashes: string[]): Promise<void> {
  await tx.$executeRaw`DELETE FROM subscribers WHERE ${subscriberHash} = ANY (${hashes}::text[])`;
}

/** Called when the mail server reports that the address does not exist. */
export async function deleteSubscriber({ subscriber: id }: SubscriberJob): Promise<void> {
  await database((db) => db.subscriber.deleteMany({ where: { id } }), "mail");
}

export async function purgeSubscribers({ now }: { now: Date }): Promise<void> {
  await database((db) => db.subscriber.deleteMany({ where: whereExpired(now) }), "maintenance");
}

const subscribersPerStatement = 100;

/**
 * Workers may call this at the same time. prepareMail() drops mails without a change to report.
 * @returns number of mails; more may be due
 */
export function queueChangesMails(tx: RawTransaction, now = new Date()): Promise<number> {
  return tx.$executeRaw`
    WITH due AS MATERIALIZED (
      SELECT id, next_at AS at FROM subscribers WHERE confirmed_at IS NOT NULL AND next_at <= ${now}::timestamptz
      ORDER BY next_at LIMIT ${subscribersPerStatement} FOR NO KEY UPDATE SKIP LOCKED
    ), moved AS (
      UPDATE subscribers SET next_at = ${addDays(now, changesMailDays)}::timestamptz FROM due WHERE subscribers.id = due.id
    )
    INSERT INTO mails (id, mail, subscriber_id, due_at, next_at)
    SELECT gen_random_uuid(), 'changes', id, at, at FROM due ON CONFLICT DO NOTHING`;
}

/** Call this before deleting the mail: ending a subscription locks the two rows in the same order. */
export async function recordChangesMail(
  tx: RawTransaction,
  { subscriber }: SubscriberJob,
  until: Date,
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE subscribers SET changes_since = ${until}::timestamptz, next_at = ${addDays(now, changesMailDays)}::timestamptz
    WHERE id = ${subscriber}::uuid`;
}
