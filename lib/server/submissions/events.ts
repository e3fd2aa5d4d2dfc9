import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import {
  type EventDetails,
  eventDetails,
  type StoredEvent,
  type StoredEventType,
} from "../../domain/submissions/events.ts";
import type { Progress } from "../../domain/submissions/status.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import type { Prisma } from "../generated/prisma/client.ts";

type NewEvent = { [Type in StoredEventType]: { type: Type; details: EventDetails[Type] } }[StoredEventType];

type EventActor = Operator | { name: string };

/** Adds an event to the timeline, in the transaction of the change. @returns its id */
export async function insertEvent(
  tx: Prisma.TransactionClient,
  actor: EventActor,
  { kind, id }: SubmissionRef,
  { type, details }: NewEvent,
  at: Date,
): Promise<string> {
  const by = { operatorId: "id" in actor ? actor.id : null, actor: actor.name };
  const data = { kind, submissionId: id, at, ...by, type, details };
  return String((await tx.submissionEvent.create({ data, select: { id: true } })).id);
}

export type EventRow = { type: string; at: Date; actor: string; details: unknown };

export function toEvent({ type, at, actor, details }: EventRow): StoredEvent {
  if (!isStoredType(type)) throw new Error(`unknown event type: ${type}`);
  return { type, at, actor, details: eventDetails[type].parse(details) } as StoredEvent;
}

function isStoredType(type: string): type is StoredEventType {
  return Object.hasOwn(eventDetails, type);
}

/** The columns that an undo of a status change restores. */
export function toStatusBefore({ repliedAt, closedAt, closeReason }: Progress): EventDetails["status"]["before"] {
  return { repliedAt: repliedAt?.toISOString() ?? null, closedAt: closedAt?.toISOString() ?? null, closeReason };
}
