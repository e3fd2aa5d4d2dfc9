import "server-only";
import { createHash } from "node:crypto";
import { fromPrisma, type JobInsert, PgBoss } from "pg-boss";
import type { MailJob, MailType } from "../../domain/mail/mail.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { mailQueue } from "./queue.ts";

/** Queues mails in the transaction of what they follow from; without `startAfter` one is due at once. */
export async function queueMails(
  tx: Prisma.TransactionClient,
  mails: (Pick<JobInsert, "startAfter"> & { data: MailJob })[],
): Promise<void> {
  await new PgBoss({ db: fromPrisma(tx) }).insert(mailQueue, mails);
}

/** The id of a mail that follows from a stored submission's job. Always the same: no mail can be queued twice. */
export function followingMailId(storedJobId: string, mail: MailType): string {
  const hash = createHash("sha256").update(`${storedJobId} ${mail}`).digest("hex");
  // RFC 9562, section 5.8: version 8 is for ids that an application derives by itself.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}
