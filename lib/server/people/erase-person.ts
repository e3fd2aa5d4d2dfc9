import "server-only";
import type { Admin } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { countByKind, type PersonCounts } from "../../domain/people/person.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { recordAudit } from "../audit.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { deleteMailFiles, mentionsAddress } from "../mail/mail-files.ts";
import { inLongTransaction, lockMaintenance, refreshStatistics } from "../maintenance.ts";
import { deleteJobs } from "../queue/jobs.ts";
import { isSentBy } from "../submissions/sent-by.ts";
import { noPerson } from "./get-person.ts";
import { eraseMentions } from "./mentions.ts";

/**
 * Erases the person with this email address, ignoring case: their submissions with timelines, consent links and queued
 * mail, and the address in other people's submissions. The audit log keeps counts and the date. Leaves operators' accounts
 * and the catalog alone.
 * @throws AppError `not_found` when nothing is stored; `unavailable`
 */
export async function erasePerson(
  { email }: { email: string },
  { admin, now }: { admin: Admin; now: Date },
): Promise<PersonCounts> {
  const deleteFiles = () => deleteMailFiles((content) => mentionsAddress(content, email));
  const counts = await inLongTransaction(async (tx) => {
    await lockMaintenance(tx);
    const erased = { ...(await eraseSent(tx, email)), mentions: await eraseMentions(tx, email) };
    if (!erased.evaluations && !erased.inquiries && !erased.mentions) throw noPerson();
    await recordAudit(tx, { at: now, actor: admin, action: "person_erased", details: erased });
    return erased;
  }).catch(async (error: unknown) => {
    // An erasure that was interrupted after its commit may have left files.
    if (error instanceof AppError && error.kind === "not_found") await deleteFiles();
    throw error;
  });
  await deleteFiles();
  await refreshStatistics();
  return counts;
}

/** A concurrent change has locked the submission: either its event is erased too, or it finds no submission. */
async function eraseSent(tx: Prisma.TransactionClient, email: string) {
  const erased = await tx.$queryRaw<SubmissionRef[]>`
    DELETE FROM submissions WHERE ${isSentBy(email)} RETURNING kind, id`;
  await deleteJobs(tx, erased);
  return countByKind(erased);
}
