import "server-only";
import type { OperatorContext } from "../../../domain/access/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import type { NewForward } from "../../../domain/submissions/reply/reply.ts";
import { recordAudit } from "../../audit.ts";
import { queueMails } from "../../queue/mails.ts";
import { insertEvent } from "../core/events.ts";
import { listMessagesAfter, raiseRevision, refuseRepeat, withLockedRow } from "../core/locked-row.ts";

/**
 * Queues a mail with a message and its files, and notes it on the timeline.
 * @throws AppError `not_found`, also for the message; `conflict` for a repeat or when the person has withdrawn
 */
export async function forwardMessage(
  { kind, id, message, to, text, language }: NewForward,
  { operator, now }: OperatorContext,
): Promise<void> {
  const ref = { kind, id };
  await withLockedRow(ref, async (tx, row) => {
    refuseRepeat(row);
    if (row.consentWithdrawnAt) throw new AppError("conflict", "The person has withdrawn: no mail may be sent.");
    const messages = await listMessagesAfter(tx, ref, undefined);
    if (message !== undefined && !messages.some((each) => String(each.id) === message)) {
      throw new AppError("not_found", "There is no such message: it may have been erased.");
    }
    await raiseRevision(tx, ref);
    const details = { to, language, ...(text ? { text } : {}), ...(message === undefined ? {} : { message }) };
    const event = await insertEvent(tx, operator, ref, { type: "forward", details }, now);
    await queueMails(tx, [{ job: { mail: "forward", ...ref, event } }]);
    await recordAudit(tx, { at: now, actor: operator, action: "message_forwarded", details: ref });
  });
}
