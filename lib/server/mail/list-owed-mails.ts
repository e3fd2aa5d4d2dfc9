import "server-only";
import type { OwedMail } from "../../domain/mail/outbox.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Prisma, type PrismaClient } from "../generated/prisma/client.ts";
import { type JobRow, selectJobs, toOwedMail } from "./owed-mail.ts";

/** The mails of a submission that have not been sent. Reads the queue: it holds only what is owed or dead. */
export async function listOwedMails(db: PrismaClient, { kind, id }: SubmissionRef): Promise<OwedMail[]> {
  const ofSubmission = Prisma.sql`data @> ${JSON.stringify({ kind, id })}::jsonb`;
  return (await db.$queryRaw<JobRow[]>`${selectJobs(ofSubmission)} ORDER BY created_on, id`).map(toOwedMail);
}
