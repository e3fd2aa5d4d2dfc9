import "server-only";
import type { Operator } from "../../../domain/access/operator.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { database } from "../../db.ts";
import { insertEvent } from "../core/events.ts";
import { noSubmission } from "../core/locked-row.ts";

/**
 * Records on the timeline, once per operator, that the operator has opened the submission. Separate from reading it,
 * because the desk preloads the next submission.
 * @throws AppError `not_found`; `unavailable`
 */
export function markSeen(
  { kind, id }: SubmissionRef,
  { operator, now }: { operator: Operator; now: Date },
): Promise<void> {
  const seen = { kind, submissionId: id, type: "seen", operatorId: operator.id };
  return database(async (db) => {
    if (await db.submissionEvent.findFirst({ select: { id: true }, where: seen })) return;
    await db.$transaction(async (tx) => {
      // The lock prevents two parallel views from adding two events.
      const found = await tx.$executeRaw`SELECT FROM submissions WHERE kind = ${kind} AND id = ${id} FOR UPDATE`;
      if (!found) throw noSubmission();
      const before = await tx.submissionEvent.findFirst({ select: { id: true }, where: seen });
      if (!before) await insertEvent(tx, operator, { kind, id }, { type: "seen", details: {} }, now);
    });
  }, "desk");
}
