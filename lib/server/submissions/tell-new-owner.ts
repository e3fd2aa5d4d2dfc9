import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { queueMails } from "../queue/mails.ts";

type Told = {
  owner: { id: string } | null;
  /** Who has made the assignment: nobody is told of what they have taken themselves. */
  operator: Operator;
};

/** Queues the mail to the new owner of one submission. `event` is that of its timeline. */
export async function tellNewOwner(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  event: string,
  { owner, operator }: Told,
): Promise<void> {
  if (!owner || owner.id === operator.id) return;
  await queueMails(tx, [{ job: { mail: "assignment", kind, id, event, operator: owner.id } }]);
}

/** Of many submissions, one mail: their owner's next digest, or one at once for an owner who gets none. */
export async function tellNewOwnerOfMany(
  tx: Prisma.TransactionClient,
  refs: SubmissionRef[],
  { owner, operator }: Told,
): Promise<void> {
  if (!refs.length || !owner || owner.id === operator.id) return;
  const [kinds, ids] = [refs.map(({ kind }) => kind), refs.map(({ id }) => id)];
  await tx.$executeRaw`
    INSERT INTO digest_items (operator_id, kind, submission_id)
    SELECT ${owner.id}, * FROM unnest(${kinds}::text[], ${ids}::int[]) ORDER BY 2, 3
    ON CONFLICT (operator_id, kind, submission_id) DO UPDATE SET mail_id = NULL`;
  const { digestHours } = await tx.operator.findUniqueOrThrow({
    select: { digestHours: true },
    where: { id: owner.id },
  });
  if (!digestHours.length) await queueMails(tx, [{ job: { mail: "digest", operator: owner.id } }]);
}
