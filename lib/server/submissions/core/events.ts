import "server-only";
import {
  type EventDetails,
  eventDetails,
  type NewEvent,
  personActor,
  type StoredEvent,
  type StoredEventType,
  serviceActor,
} from "../../../domain/submissions/core/events.ts";
import { MessageState } from "../../../domain/submissions/core/inbound.ts";
import type { Progress } from "../../../domain/submissions/core/status.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { InboxRow } from "../../../domain/submissions/inbox/inbox-page.ts";
import { toWebhook } from "../../../domain/webhooks/events.ts";
import type { RawTransaction } from "../../db.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { recordWebhookEvents } from "../../queue/webhooks.ts";

export type StoredLastMessage = { lastMessageAt: Date | null; messageState: string | null };

export function toLastMessage({ lastMessageAt: at, messageState }: StoredLastMessage): InboxRow["lastMessage"] {
  return at && { at, state: MessageState.parse(messageState) };
}

/** A reply that is on its way or sent. A planned one counts once it is sent. */
const isSentReply = Prisma.sql`(type = 'reply' AND details -> 'sendAt' IS NULL
  OR type = 'mail' AND details ->> 'mail' = 'reply' OR type = 'note' AND details #>> '{contact,isReply}' = 'true')`;

/**
 * Stores the time and the state of the newest mail of the conversation. Call this in each transaction that adds or
 * removes one. Without `isUnread`, an unread message stays unread, even if a planned reply went out after it.
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

export const person = { name: personActor };
export const service = { name: serviceActor };

type EventActor = { id?: string | null; name: string };

/** @returns the event's ID */
export async function insertEvent(
  tx: RawTransaction,
  actor: EventActor,
  { kind, id }: SubmissionRef,
  event: NewEvent,
  at: Date,
): Promise<string> {
  const [stored] = await insertEvents(tx, actor, [{ kind, id, event }], at);
  if (!stored) throw new Error("an event was not stored");
  return stored.event;
}

export async function insertEvents(
  tx: RawTransaction,
  actor: EventActor,
  events: (SubmissionRef & { event: NewEvent })[],
  at: Date,
): Promise<(SubmissionRef & { event: string })[]> {
  const rows = events.map(({ kind, id, event }) => ({ kind, id, ...event }));
  const stored = await tx.$queryRaw<(SubmissionRef & { event: string })[]>`
    INSERT INTO submission_events (kind, submission_id, at, operator_id, actor, type, details)
    SELECT kind, id, ${at}::timestamptz, ${actor.id ?? null}, ${actor.name}, type, details
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS rows (kind text, id int, type text, details jsonb)
    RETURNING kind, submission_id AS id, id::text AS event`;
  const webhookEvents = events.flatMap(({ kind, id, event }) => {
    const webhook = toWebhook(event);
    return webhook ? [{ kind, id, at, ...webhook }] : [];
  });
  await recordWebhookEvents(tx, webhookEvents);
  return stored;
}

/** Includes noted contacts that count as a reply. A planned reply has the time of its mail. */
export async function findReplyAfter(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  event: bigint,
): Promise<Date | null> {
  const [reply] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT at FROM submission_events
    WHERE kind = ${kind} AND submission_id = ${id} AND id > ${event} AND ${isSentReply}
    ORDER BY id LIMIT 1`;
  return reply?.at ?? null;
}

export type EventRow = { type: string; at: Date; actor: string; details: unknown };

export function toEvent(row: EventRow): StoredEvent {
  if (!isKnownEvent(row)) throw new Error(`unknown event type: ${row.type}`);
  const { type, at, actor, details } = row;
  return { type, at, actor, details: eventDetails[type].parse(details) } as StoredEvent;
}

/** An event of a newer code version, running in parallel or rolled back, is unknown. The desk hides it. */
export function isKnownEvent<Row extends { type: string }>(row: Row): row is Row & { type: StoredEventType } {
  return Object.hasOwn(eventDetails, row.type);
}

export function toPreviousStatus({ repliedAt, closedAt, closeReason }: Progress): EventDetails["status"]["before"] {
  return { repliedAt: repliedAt?.toISOString() ?? null, closedAt: closedAt?.toISOString() ?? null, closeReason };
}

export function toSnooze(from: Date | null, until: Date | null): EventDetails["snooze"] {
  return { from: from?.toISOString() ?? null, until: until?.toISOString() ?? null };
}

export const parseStoredDate = (text: string | null) => (text === null ? null : new Date(text));

export function toProgressBefore({ from, before }: EventDetails["status"]): Progress {
  return {
    status: from,
    repliedAt: parseStoredDate(before.repliedAt),
    closedAt: parseStoredDate(before.closedAt),
    closeReason: before.closeReason,
  };
}
