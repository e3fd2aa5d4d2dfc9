import "server-only";
import type { SubmissionKind } from "../../domain/desk/submission-ref.ts";
import { deleteConsentLinks } from "../consent/links.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { deleteJobs } from "../outbox/delete-jobs.ts";
import { deleteEvents } from "./events.ts";

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
