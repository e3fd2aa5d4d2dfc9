import "server-only";
import { MailJob, mailsAtOnce } from "../../domain/mail/mail.ts";
import type { OwedMail } from "../../domain/mail/outbox.ts";
import { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { followingMailId } from "../queue/queue-mails.ts";
import { StoredFault } from "./delivery-fault.ts";

export type JobRow = {
  id: string;
  name: string;
  data: unknown;
  state: "created" | "retry" | "active" | "failed";
  isDue: boolean;
  attempts: number;
  createdAt: Date;
  at: Date;
  output: unknown;
};

/** Rows of the queue that `where` picks. Cancelled and completed ones do not exist: what is done is deleted. */
export function selectJobs(where: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT id::text, name, data, state::text, start_after <= now() OR state = 'retry' AS "isDue", created_on AS "createdAt",
      coalesce(completed_on, start_after) AS at, output,
      CASE WHEN started_on IS NULL THEN 0 ELSE retry_count + 1 END AS attempts
    FROM pgboss.job WHERE ${where}`;
}

export function toOwedMail({ id, data, state, isDue, output, name: _, ...row }: JobRow): OwedMail {
  const { mail, kind, id: submissionId, event } = MailJob.parse(data);
  const waits = isDue ? "waiting" : "scheduled";
  const owed = state === "failed" ? "dead" : state === "active" ? "sending" : waits;
  const fault = StoredFault.safeParse(output).data ?? null;
  return { ...row, jobId: id, mail, kind, id: submissionId, event, state: owed, fault };
}

/** The mails that a stored submission is about to have; those of its clock are due in hours. */
export function toFollowingMails({ id, data, createdAt, at }: JobRow): OwedMail[] {
  const ref = SubmissionRef.parse(data);
  const shared = { ...ref, state: "waiting", createdAt, at, attempts: 0, fault: null } as const;
  return mailsAtOnce.map((mail) => ({ ...shared, mail, jobId: followingMailId(id, mail) }));
}
