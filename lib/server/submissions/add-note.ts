import "server-only";
import type { NewNote } from "../../domain/desk/changes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { database } from "../db.ts";
import { lastEventOf, noSubmission } from "./change-submission.ts";
import { insertEvent, toEvent } from "./events.ts";

const sentTwiceMilliseconds = 10_000;

/**
 * Adds a note to the timeline. It needs no revision, as it replaces nothing, but it makes a new one: a decision on what
 * was seen before is a conflict. The same note again within seconds is one note: a form was sent twice.
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
        const last = await lastEventOf(tx, note);
        const isFresh = last && now.getTime() - last.at.getTime() < sentTwiceMilliseconds;
        const event = isFresh && last.operatorId === operator.id ? toEvent(last) : undefined;
        if (event?.type === "note" && event.details.text === text) return seen;
        const [row = seen] = await tx.$queryRaw<{ revision: number }[]>`
          UPDATE submissions SET revision = revision + 1 WHERE kind = ${kind} AND id = ${id} RETURNING revision`;
        await insertEvent(tx, operator, note, { type: "note", details: { text } }, now);
        return row;
      }),
    "desk",
  );
}
