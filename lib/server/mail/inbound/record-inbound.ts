import "server-only";
import type { InboundType } from "../../../domain/submissions/core/inbound.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { lockWaitingMail, queueMails } from "../../queue/mails.ts";
import { resumeSubmission, wakeSubmission } from "../../submissions/changes/resume-submission.ts";
import { insertEvent, person, service, storeLastMessage } from "../../submissions/core/events.ts";
import type { OwnMail } from "../message-ids.ts";

type RecordedMail = { id: bigint; type: InboundType; returned: OwnMail | null };

/** Only a person's message restarts the response clock and notifies operators. */
export async function recordInbound(
  tx: Prisma.TransactionClient,
  ref: SubmissionRef,
  { id, type, returned }: RecordedMail,
  now: Date,
): Promise<void> {
  const messageId = returned?.messageId;
  const details = { inbound: String(id), type, ...(messageId === undefined ? {} : { messageId }) };
  const event = await insertEvent(tx, type === "message" ? person : service, ref, { type: "inbound", details }, now);
  if (type !== "message") return;
  await storeLastMessage(tx, ref, true);
  const row = await resumeSubmission(tx, ref, now);
  if (row.consentWithdrawnAt || row.status === "spam") return;
  await wakeSubmission(tx, row, now);
  // Several messages in a row cause only one notice, unless the notice is already being sent or is dead.
  if (await lockWaitingMail(tx, ref, "message")) return;
  await queueMails(tx, [{ job: { mail: "message", ...ref, event } }]);
}
