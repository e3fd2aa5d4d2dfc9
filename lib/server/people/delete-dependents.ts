import "server-only";
import type { SubmissionKind } from "../../domain/submissions/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { deleteJobs } from "../queue/delete-jobs.ts";
import { deleteConsentLinks } from "../submissions/consent-links.ts";
import { deleteEvents } from "../submissions/events.ts";

/** Deletes all that hangs on submissions that are gone: timelines, links of consent, and mail that is owed or dead. */
export async function deleteDependents(
  tx: Prisma.TransactionClient,
  kind: SubmissionKind,
  ids: number[],
): Promise<void> {
  await deleteEvents(tx, kind, ids);
  await deleteConsentLinks(tx, kind, ids);
  await deleteJobs(tx, kind, ids);
}
