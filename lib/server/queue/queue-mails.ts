import "server-only";
import { fromPrisma, type JobInsert, PgBoss } from "pg-boss";
import type { MailJob } from "../../domain/mail/mail.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { mailQueue } from "./queue.ts";

/** Queues mails in the transaction of what they follow from; without `startAfter` one is due at once. */
export async function queueMails(
  tx: Prisma.TransactionClient,
  mails: (Pick<JobInsert, "startAfter"> & { data: MailJob })[],
): Promise<void> {
  await new PgBoss({ db: fromPrisma(tx) }).insert(mailQueue, mails);
}
