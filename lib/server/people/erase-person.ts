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
 * Erases the person with this email address, ignoring case: their submissions with timelines, consent links and queued
 * mail, and the address in other people's submissions. The audit log keeps counts and the date, `erasures` a keyed
 * hash. Leaves operators' accounts and the catalog alone.
 * @throws AppError `not_found` when nothing is stored; `unavailable`
 */
export async function erasePerson(
  { email }: { email: string },
  { admin, now }: { admin: Admin; now: Date },
): Promise<PersonCounts> {
  const deleteFiles = () => deleteMailFiles((content) => mentionsAddress(content, [email]));
  // Committed first, and again with the deletion: a retry that waits for the deletion must already see the record.
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
    // An erasure that was interrupted after its commit may have left files.
    if (error instanceof AppError && error.kind === "not_found") await deleteFiles();
    throw error;
  });
  await deleteFiles();
  await refreshStatistics();
  return counts;
}
