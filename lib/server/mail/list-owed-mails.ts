import "server-only";
import type { OwedMail } from "../../domain/mail/outbox.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Prisma, type PrismaClient } from "../generated/prisma/client.ts";
import { mailQueue, storedQueue } from "../queue/queue.ts";
import { type JobRow, selectJobs, toFollowingMails, toOwedMail } from "./owed-mail.ts";

/** The mails of a submission that have not been sent. Reads the queue: it holds only what is owed or dead. */
export async function listOwedMails(db: PrismaClient, { kind, id }: SubmissionRef): Promise<OwedMail[]> {
  const ofSubmission = Prisma.sql`name IN (${storedQueue}, ${mailQueue}) AND data @> ${JSON.stringify({ kind, id })}::jsonb`;
  const rows = await db.$queryRaw<JobRow[]>`${selectJobs(ofSubmission)} ORDER BY created_on, id`;
  return rows.flatMap((row) => (row.name === storedQueue ? toFollowingMails(row) : toOwedMail(row)));
}
