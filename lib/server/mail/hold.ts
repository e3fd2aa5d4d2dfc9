import "server-only";
import type pg from "pg";
import type { Admin } from "../../domain/access/operator.ts";
import { type MailHold, MailHoldActor, type MailRelease } from "../../domain/mail/mail.ts";
import { recordAudit } from "../audit.ts";
import { queueChangesMails, queueChangesMailsIn } from "../catalog/subscribers.ts";
import { database, inDeskTransaction, toRaw, type Work } from "../db.ts";
import { queueClockMails, queueClockMailsIn } from "../queue/clock-mails.ts";
import { countOwed, deleteOwed } from "../queue/mails.ts";
import { queueFollowingIn, queueFollowingMails } from "./queue-following-mails.ts";

export async function findMailHold(kind: Work): Promise<MailHold | null> {
  return database(async (db) => {
    const row = await db.mailHold.findFirst({ select: { since: true, actor: true } });
    return row && { since: row.since, actor: MailHoldActor.parse(row.actor), owed: await countOwed(db, row.since) };
  }, kind);
}

/** Queues the mails of new submissions first, so that mails owed at that time can be told apart from later ones. */
export async function holdMailIn(client: pg.ClientBase, actor: MailHoldActor): Promise<void> {
  while ((await queueFollowingIn(client)) + (await queueClockMailsIn(toRaw(client))) > 0);
  while ((await queueChangesMailsIn(toRaw(client), { now: new Date() })) > 0);
  // The column stores milliseconds. A time rounded down would be earlier than the mails queued in this transaction.
  await client.query(
    `INSERT INTO mail_holds (since, actor) VALUES (now() + interval '1 millisecond', $1)
     ON CONFLICT (id) DO UPDATE SET since = excluded.since, actor = excluded.actor`,
    [actor],
  );
}

/** Holds first, so that nothing is sent while mails are queued. @returns false, without a change, if already held */
export async function holdMail({ now }: { now: Date }): Promise<boolean> {
  const isNew = await inDeskTransaction(async (tx) => {
    const inserted = await tx.$executeRaw`
      INSERT INTO mail_holds (since, actor) VALUES (now(), 'console') ON CONFLICT DO NOTHING`;
    if (inserted) await recordAudit(tx, { at: now, actor: "console", action: "mail_held" });
    return inserted > 0;
  });
  if (!isNew) return false;
  while ((await queueFollowingMails()) + (await queueClockMails()) + (await queueChangesMails({ now })) > 0);
  // Counts the mails that were queued since the hold began as owed, too.
  await database((db) => db.$executeRaw`UPDATE mail_holds SET since = now() + interval '1 millisecond'`, "desk");
  return true;
}

/**
 * Sends the mails that were owed when the hold began or, if they were sent by other means, deletes them.
 * @returns number of mails deleted
 */
export function releaseMail(
  { owed }: MailRelease,
  { admin, now: at }: { admin: Admin | "console"; now: Date },
): Promise<{ count: number }> {
  return inDeskTransaction(async (tx) => {
    const [hold] = await tx.$queryRaw<{ since: Date }[]>`DELETE FROM mail_holds RETURNING since`;
    if (!hold) return { count: 0 };
    const count = owed === "discard" ? await deleteOwed(tx, hold.since) : 0;
    await recordAudit(tx, { at, actor: admin, action: "mail_released", details: { discarded: count } });
    return { count };
  });
}
