import "server-only";
import type { Admin } from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import type { PersonCounts } from "../../domain/people/person.ts";
import { recordAudit } from "../audit.ts";
import { deleteMailFiles, mentionsAddress } from "../mail/mail-files.ts";
import { inLongTransaction, lockMaintenance, refreshStatistics } from "../maintenance.ts";
import { lockPerson } from "../submissions/core/erased-persons.ts";
import { recordErasedKeys } from "../submissions/core/erased-submissions.ts";
import { isSentBy } from "../submissions/core/sent-by.ts";
import { eraseAddress, recordErasedPerson } from "./erasures.ts";
import { noPerson } from "./get-person.ts";

/**
 * Erases the person with this e-mail address, ignoring case: their submissions with timelines, consent links and queued
 * mail, and the address in other people's submissions. The audit log keeps counts and the date; `erasures` keeps a
 * keyed hash. Does not change operators' accounts and the catalog.
 * @throws AppError `not_found` when nothing is stored; `unavailable`
 */
export async function erasePerson(
  { email }: { email: string },
  { admin, now }: { admin: Admin; now: Date },
): Promise<PersonCounts> {
  const deleteFiles = () => deleteMailFiles((content) => mentionsAddress(content, [email]));
  // Commits the record of the keys first: a retry that waits for the deletion must already see it. The deletion records
  // them again.
  await inLongTransaction((tx) => recordErasedKeys(tx, isSentBy(email), now));
  const counts = await inLongTransaction(async (tx) => {
    await lockMaintenance(tx);
    await lockPerson(tx, email);
    const erased = await eraseAddress(tx, email);
    if (!erased.evaluations && !erased.inquiries && !erased.mentions) throw noPerson();
    await recordAudit(tx, { at: now, actor: admin, action: "person_erased", details: erased });
    await recordErasedPerson(tx, email);
    return erased;
  }).catch(async (error: unknown) => {
    // Deletes files left by an erasure that was interrupted after its commit.
    if (error instanceof AppError && error.kind === "not_found") await deleteFiles();
    throw error;
  });
  await deleteFiles();
  await refreshStatistics();
  return counts;
}
