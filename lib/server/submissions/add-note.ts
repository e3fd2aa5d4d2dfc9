import "server-only";
import type { NewNote } from "../../domain/desk/changes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { database } from "../db.ts";
import { findLastEvent, noSubmission, refuseRepeat } from "./change-submission.ts";
import { insertEvent, toEvent } from "./events.ts";

const repeatMilliseconds = 10_000;

/**
 * Adds a note to the timeline. A note replaces nothing, so the caller needs no revision; it raises the revision, so that a
 * change based on the older state is a conflict. The same note again within ten seconds is stored once.
 * @throws AppError `not_found`; `conflict` for a repeat; `unavailable`
 */
export function addNote(
  note: NewNote,
  { operator, now }: { operator: Operator; now: Date },
): Promise<{ revision: number }> {
  const { kind, id, text } = note;
  return database(
    (db) =>
      db.$transaction(async (tx) => {
        const [row] = await tx.$queryRaw<{ revision: number; repeatOf: number | null }[]>`
          SELECT revision, repeat_of AS "repeatOf" FROM submissions WHERE kind = ${kind} AND id = ${id} FOR UPDATE`;
        if (!row) throw noSubmission();
        refuseRepeat(note, row);
        const last = await findLastEvent(tx, note);
        const isRecent = last && now.getTime() - last.at.getTime() < repeatMilliseconds;
        const event = isRecent && last.operatorId === operator.id ? toEvent(last) : undefined;
        if (event?.type === "note" && event.details.text === text) return { revision: row.revision };
        await tx.$executeRaw`UPDATE submissions SET revision = revision + 1 WHERE kind = ${kind} AND id = ${id}`;
        await insertEvent(tx, operator, note, { type: "note", details: { text } }, now);
        return { revision: row.revision + 1 };
      }),
    "desk",
  );
}
