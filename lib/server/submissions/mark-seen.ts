import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { database } from "../db.ts";
import { insertEvent } from "./events.ts";
import { tables } from "./tables.ts";

/** Notes, once for each operator, that the submission was seen. Returns whether there is one. */
export function markSeen(operator: Operator, ref: SubmissionRef, now: Date): Promise<boolean> {
  const { kind, id } = ref;
  const seen = { kind, subjectId: id, type: "seen", operatorId: operator.id };
  return database(async (db) => {
    if (await db.submissionEvent.findFirst({ select: { id: true }, where: seen })) return true;
    return db.$transaction(async (tx) => {
      // Locked, so that two looks at once leave one entry.
      const rows = await tx.$queryRaw<unknown[]>`SELECT id FROM ${tables[kind]} WHERE id = ${id} FOR UPDATE`;
      if (!rows.length) return false;
      const before = await tx.submissionEvent.findFirst({ select: { id: true }, where: seen });
      if (!before) await insertEvent(tx, operator, ref, { type: "seen", details: {} }, now);
      return true;
    });
  }, "desk");
}
