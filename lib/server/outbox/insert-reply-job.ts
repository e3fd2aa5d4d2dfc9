import "server-only";
import type { SubmissionRef } from "../../domain/desk/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { queueMails } from "./queue-mails.ts";

/** Queues the mail of a reply whose text the timeline's `event` holds, in the transaction of that event. */
export async function insertReplyJob(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  event: string,
): Promise<void> {
  await queueMails(tx, [{ data: { mail: "reply", kind, id, event } }]);
}
