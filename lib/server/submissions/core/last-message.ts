import "server-only";
import { MessageState } from "../../../domain/submissions/core/inbound.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "../../../domain/submissions/inbox/inbox-page.ts";
import type { RawTransaction } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";

export type StoredLastMessage = { lastMessageAt: Date | null; messageState: string | null };

export function toLastMessage({ lastMessageAt: at, messageState }: StoredLastMessage): InboxRow["lastMessage"] {
  return at && { at, state: MessageState.parse(messageState) };
}

/** A reply that is on its way or sent. A planned one counts once it is sent. */
export const isSentReply = Prisma.sql`(type = 'reply' AND details -> 'sendAt' IS NULL
  OR type = 'mail' AND details ->> 'mail' = 'reply' OR type = 'note' AND details #>> '{contact,isReply}' = 'true')`;

/**
 * Stores the newest mail of the conversation. Call it in each transaction that adds or removes one. Without
 * `isUnread`, an unread message stays so, even if a planned reply went out after it.
 */
export async function storeLastMessage(
  tx: RawTransaction,
  { kind, id }: SubmissionRef,
  isUnread: boolean | null = null,
): Promise<void> {
  await tx.$executeRaw`
    WITH last AS (
      SELECT at, type FROM submission_events
      WHERE kind = ${kind} AND submission_id = ${id}
        AND (${isSentReply} OR type = 'inbound' AND details ->> 'type' = 'message')
      ORDER BY id DESC LIMIT 1
    )
    UPDATE submissions SET last_message_at = (SELECT at FROM last), message_state = (
      SELECT CASE WHEN coalesce(${isUnread}::boolean, message_state = 'unread') THEN 'unread'
        WHEN type = 'inbound' THEN 'read' ELSE 'sent' END FROM last)
    WHERE kind = ${kind} AND id = ${id}`;
}
