import "server-only";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { queueMails, releaseHeld } from "../../queue/mails.ts";

/**
 * Makes mails due that were held while these submissions were spam. If no mail of a submission was sent, the worker
 * processes it again, which also assigns it. Call it in the transaction that changes the status.
 */
export async function releaseMails(tx: Prisma.TransactionClient, refs: SubmissionRef[]): Promise<void> {
  if (!refs.length) return;
  await releaseHeld(tx, refs);
  // Finds digest items of operators who have switched off digests.
  const [kinds, ids] = [refs.map(({ kind }) => kind), refs.map(({ id }) => id)];
  const digests = await tx.$queryRaw<{ operator: string }[]>`
    SELECT DISTINCT operator_id AS operator FROM digest_items JOIN operators ON operators.id = operator_id
    WHERE digest_hours = '{}' AND (kind, submission_id) IN (SELECT * FROM unnest(${kinds}::text[], ${ids}::int[]))`;
  await queueMails(
    tx,
    digests.map(({ operator }) => ({ job: { mail: "digest", operator } })),
  );
}
