import "server-only";
import type { NewNote } from "../../domain/desk/changes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { database } from "../db.ts";
import { findLastEvent, noSubmission } from "./change-submission.ts";
import { insertEvent, toEvent } from "./events.ts";

const repeatMilliseconds = 10_000;

/**
 * Adds a note to the timeline. A note replaces nothing, so the caller needs no revision; it raises the revision, so that a
 * change based on the older state is a conflict. The same note again within ten seconds is stored once.
 * @throws AppError `not_found`; `unavailable`
 */
export function addNote(
  note: NewNote,
  { operator, now }: { operator: Operator; now: Date },
): Promise<{ revision: number }> {
  const { kind, id, text } = note;
  return database(
    (db) =>
      db.$transaction(async (tx) => {
        const [seen] = await tx.$queryRaw<{ revision: number }[]>`
          SELECT revision FROM submissions WHERE kind = ${kind} AND id = ${id} FOR UPDATE`;
        if (!seen) throw noSubmission();
        const last = await findLastEvent(tx, note);
        const isRecent = last && now.getTime() - last.at.getTime() < repeatMilliseconds;
        const event = isRecent && last.operatorId === operator.id ? toEvent(last) : undefined;
        if (event?.type === "note" && event.details.text === text) return seen;
        const [row = seen] = await tx.$queryRaw<{ revision: number }[]>`
          UPDATE submissions SET revision = revision + 1 WHERE kind = ${kind} AND id = ${id} RETURNING revision`;
        await insertEvent(tx, operator, note, { type: "note", details: { text } }, now);
        return row;
      }),
    "desk",
  );
}
