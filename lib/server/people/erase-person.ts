import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import type { PersonCounts } from "../../domain/people/person.ts";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import { recordAudit } from "../audit.ts";
import { onlyAdmins } from "../auth/only-admins.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { forgetMailFiles } from "../mail/mail-files.ts";
import { mentionsAddress } from "../mail/read-mail.ts";
import { isSentBy } from "../submissions/sent-by.ts";
import { tables } from "../submissions/tables.ts";
import { deleteDependents } from "./delete-dependents.ts";
import { inLongTransaction, lockMaintenance } from "./maintenance.ts";
import { eraseMentions } from "./mentions.ts";
import { nobodyFound } from "./people-errors.ts";
import { refreshStatistics } from "./refresh-statistics.ts";

/**
 * Erases the person of an e-mail address, in any case: all that they sent, with its timeline, and the address wherever
 * others mention it. What remains is the entry in the audit log, with counts and a date. An operator's account is not
 * touched, and neither is the catalog: both are changed on pages of their own.
 * @throws AppError `forbidden` to a member; `not_found` when nothing is held; `unavailable`
 */
export async function erasePerson(
  operator: Operator,
  { email }: { email: string },
  { now }: { now: Date },
): Promise<PersonCounts> {
  if (operator.role !== "admin") throw onlyAdmins();
  const forget = () => forgetMailFiles((content) => mentionsAddress(content, email));
  const counts = await inLongTransaction(async (tx) => {
    await lockMaintenance(tx);
    const erased = {
      leads: await eraseSent(tx, "lead", email),
      inquiries: await eraseSent(tx, "inquiry", email),
      mentions: await eraseMentions(tx, email),
    };
    if (!erased.leads && !erased.inquiries && !erased.mentions) throw nobodyFound();
    await recordAudit(tx, { at: now, actor: operator, action: "person_erased", details: erased });
    return erased;
  }).catch(async (error: unknown) => {
    // Files may be left of an erasure that was broken off behind its commit.
    if (error instanceof AppError && error.kind === "not_found") await forget();
    throw error;
  });
  await forget();
  await refreshStatistics();
  return counts;
}

/**
 * The rows first, the events after them: whoever adds an event has the row locked, so that it is either there to be
 * erased by then, or finds its row gone.
 */
async function eraseSent(tx: Prisma.TransactionClient, kind: SubmissionKind, email: string): Promise<number> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    DELETE FROM ${tables[kind]} WHERE ${isSentBy(email)} RETURNING id`;
  const ids = rows.map(({ id }) => id);
  await deleteDependents(tx, kind, ids);
  return ids.length;
}
