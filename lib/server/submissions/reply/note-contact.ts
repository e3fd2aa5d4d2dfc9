import "server-only";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { env } from "../../env.ts";
import { insertEvent } from "../core/events.ts";
import { storeLastMessage } from "../core/last-message.ts";
import { raiseRevision, refuseRepeat, withLockedRow } from "../core/locked-row.ts";
import { endPastSnooze, storeReplied } from "./send-reply.ts";

/**
 * Notes on the timeline that the operator wrote to the person by WhatsApp. If WHATSAPP_COUNTS_AS_REPLY is yes, it
 * changes clock and status as a reply does; undoing that status restores the clock as well.
 * @throws AppError `not_found`; `conflict` for a repeat
 */
export function noteContact(
  ref: SubmissionRef,
  { operator, now }: OperatorContext,
  isReply = env().WHATSAPP_COUNTS_AS_REPLY === "yes",
): Promise<void> {
  return withLockedRow(ref, async (tx, row) => {
    refuseRepeat(row);
    const details = { text: "WhatsApp", contact: { channel: "whatsapp", isReply } } as const;
    // Insert the note before the status event. Otherwise, undoing the status would take the note for a later reply.
    await insertEvent(tx, operator, ref, { type: "note", details }, now);
    if (isReply) {
      await storeReplied(tx, operator, { ref, row, at: now });
      await storeLastMessage(tx, ref, false);
    } else await raiseRevision(tx, ref);
    await endPastSnooze(tx, ref, row, now);
  });
}
