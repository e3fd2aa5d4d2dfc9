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

/** An operator, or the person whose submission it is. */
type Doer = Operator | { name: string };

/** Writes an entry of the timeline, in the transaction of the change itself, and returns its number. */
export async function insertEvent(
  tx: Prisma.TransactionClient,
  doer: Doer,
  { kind, id }: SubmissionRef,
  { type, details }: NewEvent,
  at: Date,
): Promise<string> {
  const by = { operatorId: "id" in doer ? doer.id : null, actor: doer.name };
  const data = { kind, submissionId: id, at, ...by, type, details };
  return String((await tx.submissionEvent.create({ data, select: { id: true } })).id);
}

export type EventRow = { type: string; at: Date; actor: string; details: unknown };

export function toEvent({ type, at, actor, details }: EventRow): StoredEvent {
  if (!isStoredType(type)) throw new Error(`no event is of the type ${type}`);
  return { type, at, actor, details: eventDetails[type].parse(details) } as StoredEvent;
}

function isStoredType(type: string): type is StoredEventType {
  return Object.hasOwn(eventDetails, type);
}

/** What a change of status takes from the row, for whoever takes the change back. */
export function beforeOf({ repliedAt, closedAt, closeReason }: Progress): EventDetails["status"]["before"] {
  return { repliedAt: repliedAt?.toISOString() ?? null, closedAt: closedAt?.toISOString() ?? null, closeReason };
}
