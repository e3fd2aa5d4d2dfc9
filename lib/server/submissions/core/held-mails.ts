import "server-only";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { queueMails, releaseHeld } from "../../queue/mails.ts";

/**
 * Makes mails due that were held while these submissions were spam. Submissions without any sent mail are processed
 * again by the worker, which also assigns them. Call it in the transaction that changes their status.
 */
export async function releaseMails(tx: Prisma.TransactionClient, refs: SubmissionRef[]): Promise<void> {
  if (!refs.length) return;
  await releaseHeld(tx, refs);
  // Digest items of operators who no longer get digests.
  const [kinds, ids] = [refs.map(({ kind }) => kind), refs.map(({ id }) => id)];
  const digests = await tx.$queryRaw<{ operator: string }[]>`
    SELECT DISTINCT operator_id AS operator FROM digest_items JOIN operators ON operators.id = operator_id
    WHERE digest_hours = '{}' AND (kind, submission_id) IN (SELECT * FROM unnest(${kinds}::text[], ${ids}::int[]))`;
  await queueMails(
    tx,
    digests.map(({ operator }) => ({ job: { mail: "digest", operator } })),
  );
}
