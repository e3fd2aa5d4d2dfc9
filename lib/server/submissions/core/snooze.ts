import "server-only";
import type { EventDetails } from "../../../domain/submissions/core/events.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { insertEvent } from "./events.ts";

export function toSnooze(from: Date | null, until: Date | null): EventDetails["snooze"] {
  return { from: from?.toISOString() ?? null, until: until?.toISOString() ?? null };
}

/**
 * Returns a snoozed submission to the top of the inbox, in the transaction that stores the person's message. Does
 * nothing if it is not snoozed.
 * @param person the name for the timeline
 */
export async function wakeSubmission(
  tx: Prisma.TransactionClient,
  { kind, id }: SubmissionRef,
  { person, now }: { person: string; now: Date },
): Promise<void> {
  const [row] = await tx.$queryRaw<{ from: Date }[]>`
    SELECT snoozed_until AS "from" FROM submissions
    WHERE kind = ${kind} AND id = ${id} AND snoozed_until > ${now}::timestamptz FOR UPDATE`;
  if (!row) return;
  await tx.$executeRaw`
    UPDATE submissions SET revision = revision + 1, snoozed_until = ${now}::timestamptz
    WHERE kind = ${kind} AND id = ${id}`;
  const details = { ...toSnooze(row.from, null), reason: "wrote" } as const;
  await insertEvent(tx, { name: person }, { kind, id }, { type: "snooze", details }, now);
}

/** Clears the snooze when somebody acts on the submission, so that it no longer stays at the top. */
export async function endSnooze(tx: Prisma.TransactionClient, { kind, id }: SubmissionRef): Promise<void> {
  await tx.$executeRaw`UPDATE submissions SET snoozed_until = NULL WHERE kind = ${kind} AND id = ${id}`;
}
