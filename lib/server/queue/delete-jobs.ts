import "server-only";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { mailQueue, storedQueue } from "./queue.ts";

/**
 * Deletes all jobs of these submissions, dead or alive. pg-boss deletes by the ids of jobs alone, of which an erasure
 * may need thousands.
 */
export async function deleteJobs(tx: Prisma.TransactionClient, kind: SubmissionKind, ids: number[]): Promise<void> {
  // In this order: a worker that is just queuing mails deletes the first job last. Waited for, its mails are seen.
  for (const queue of [storedQueue, mailQueue]) {
    await tx.$executeRaw`
      DELETE FROM pgboss.job
      WHERE name = ${queue} AND data ->> 'kind' = ${kind} AND (data ->> 'id')::int = ANY (${ids}::int[])`;
  }
}
