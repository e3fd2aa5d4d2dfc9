import "server-only";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { mailQueue } from "./queue.ts";

/** Takes all mail of these submissions from the queue, dead or alive. One parameter, however many. */
export async function deleteJobs(tx: Prisma.TransactionClient, kind: SubmissionKind, ids: number[]): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM pgboss.job
    WHERE name = ${mailQueue} AND data ->> 'kind' = ${kind} AND (data ->> 'id')::int = ANY (${ids}::int[])`;
}
