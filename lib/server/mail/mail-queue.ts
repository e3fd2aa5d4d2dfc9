import "server-only";
import type { Admin, Operator, OperatorContext } from "../../domain/access/operator.ts";
import {
  type DeadMails,
  type MailHold,
  MailHoldActor,
  type MailQueue,
  type MailRelease,
} from "../../domain/mail/mail.ts";
import { recordAudit } from "../audit.ts";
import { queueChangesMails } from "../catalog/subscribers.ts";
import { database, inDeskTransaction, inMailTransaction, type RawTransaction, rawDatabase, type Work } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { queueClockMails } from "../queue/clock-mails.ts";
import { countOwedMails, deleteDeadMails, deleteOwedMails, isFixable, retryDeadMails } from "../queue/mails.ts";
import { countMails, findMissingWorker, listDeadMails } from "../queue/pending-mails.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";

const deadMax = 100;

export async function getMailQueue(_context: { operator: Operator }): Promise<MailQueue> {
  const missingWorker = await findMissingWorker("desk");
  const [counts, deadMails, undeliverableMails, hold] = await Promise.all([
    countMails(),
    listDeadMails("fixable", { max: deadMax }),
    listDeadMails("undeliverable", { max: deadMax }),
    findMailHold("desk"),
  ]);
  return { ...counts, deadMails, undeliverableMails, missingWorker, hold };
}

export async function countDeadMails(_context: { operator: Operator }): Promise<number> {
  const [row] = await rawDatabase("desk").$queryRaw<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM mails WHERE ${isFixable}`;
  return row?.count ?? 0;
}

/** Ignores mails that are not dead. */
export function sendAgain(mails: DeadMails, context: OperatorContext): Promise<{ count: number }> {
  return changeDeadMails(mails, context, retryDeadMails, "mail_sent_again");
}

/** Ignores mails that are not dead. */
export function discardMails(mails: DeadMails, context: OperatorContext): Promise<{ count: number }> {
  return changeDeadMails(mails, context, deleteDeadMails, "mail_discarded");
}

function changeDeadMails(
  mails: DeadMails,
  { operator, now }: OperatorContext,
  apply: (tx: Prisma.TransactionClient, which: DeadMails) => Promise<number>,
  action: "mail_sent_again" | "mail_discarded",
): Promise<{ count: number }> {
  return inDeskTransaction(async (tx) => {
    const count = await apply(tx, mails);
    if (count) await recordAudit(tx, { at: now, actor: operator, action, details: { count } });
    return { count };
  });
}

export async function findMailHold(kind: Work): Promise<MailHold | null> {
  return database(async (db) => {
    const row = await db.mailHold.findFirst({ select: { since: true, actor: true } });
    return (
      row && { since: row.since, actor: MailHoldActor.parse(row.actor), owed: await countOwedMails(db, row.since) }
    );
  }, kind);
}

/** Queues the mails of new submissions first, so that mails owed at that time can be told apart from later ones. */
export async function holdMailInTransaction(tx: RawTransaction, actor: MailHoldActor): Promise<void> {
  while ((await queueFollowingMails(tx)) + (await queueClockMails(tx)) + (await queueChangesMails(tx)) > 0);
  // The column stores milliseconds. A time rounded down would be earlier than the mails queued in this transaction.
  await tx.$executeRaw`
    INSERT INTO mail_holds (since, actor) VALUES (now() + interval '1 millisecond', ${actor})
    ON CONFLICT (id) DO UPDATE SET since = excluded.since, actor = excluded.actor`;
}

/** Begins the hold before it queues mails, so that none is sent. @returns false, without a change, if already held */
export async function holdMail({ now }: { now: Date }): Promise<boolean> {
  const isNew = await inDeskTransaction(async (tx) => {
    const inserted = await tx.$executeRaw`
      INSERT INTO mail_holds (since, actor) VALUES (now(), 'console') ON CONFLICT DO NOTHING`;
    if (inserted) await recordAudit(tx, { at: now, actor: "console", action: "mail_held" });
    return inserted > 0;
  });
  if (!isNew) return false;
  const queues = [queueFollowingMails, queueClockMails, queueChangesMails];
  for (const queue of queues) while ((await inMailTransaction((tx) => queue(tx))) > 0);
  // Counts the mails that were queued since the hold began as owed, too.
  await rawDatabase("desk").$executeRaw`UPDATE mail_holds SET since = now() + interval '1 millisecond'`;
  return true;
}

/**
 * Ends the hold and thus sends the mails that were owed when it began. With `owed: "discard"`, deletes these mails
 * instead, for example because they were sent by other means.
 * @returns number of mails deleted
 */
export function releaseMail(
  { owed }: MailRelease,
  { admin, now: at }: { admin: Admin | "console"; now: Date },
): Promise<{ count: number }> {
  return inDeskTransaction(async (tx) => {
    const [hold] = await tx.$queryRaw<{ since: Date }[]>`DELETE FROM mail_holds RETURNING since`;
    if (!hold) return { count: 0 };
    const count = owed === "discard" ? await deleteOwedMails(tx, hold.since) : 0;
    await recordAudit(tx, { at, actor: admin, action: "mail_released", details: { discarded: count } });
    return { count };
  });
}
