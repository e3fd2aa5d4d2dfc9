import "server-only";
import type { Operator } from "../../domain/access/operator.ts";
import type { DeadMails, MailQueue } from "../../domain/mail/mail.ts";
import { recordAudit } from "../audit.ts";
import { database, inDeskTransaction } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { deleteDeadMails, isFixable, retryDeadMails } from "../queue/mails.ts";
import { findMissingWorker } from "../queue/missing-worker.ts";
import { countMails, listDeadMails } from "../queue/pending-mails.ts";
import { findMailHold } from "./hold.ts";

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
  const [row] = await database(
    (db) => db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM mails WHERE ${isFixable}`,
    "desk",
  );
  return row?.count ?? 0;
}

type Context = { operator: Operator; now: Date };

/** Ignores mails that are not dead. */
export function sendAgain(mails: DeadMails, context: Context): Promise<{ count: number }> {
  return changeDeadMails(mails, context, retryDeadMails, "mail_sent_again");
}

/** Ignores mails that are not dead. */
export function discardMails(mails: DeadMails, context: Context): Promise<{ count: number }> {
  return changeDeadMails(mails, context, deleteDeadMails, "mail_discarded");
}

function changeDeadMails(
  mails: DeadMails,
  { operator, now }: Context,
  apply: (tx: Prisma.TransactionClient, which: DeadMails) => Promise<number>,
  action: "mail_sent_again" | "mail_discarded",
): Promise<{ count: number }> {
  return inDeskTransaction(async (tx) => {
    const count = await apply(tx, mails);
    if (count) await recordAudit(tx, { at: now, actor: operator, action, details: { count } });
    return { count };
  });
}
