import "server-only";
import type { NewNote } from "../../domain/desk/changes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { database } from "../db.ts";
import { notFound } from "./change-submission.ts";
import { insertEvent } from "./events.ts";
import { tables } from "./tables.ts";

/**
 * Adds a note to the timeline. It needs no revision, as it replaces nothing, but it makes a new one: whoever decides
 * on what they saw before is told of it.
 * @throws AppError `not_found`; `unavailable`
 */
export function addNote(operator: Operator, note: NewNote, { now }: { now: Date }): Promise<{ revision: number }> {
  const { kind, id, text } = note;
  return database(
    (db) =>
      db.$transaction(async (tx) => {
        const [row] = await tx.$queryRaw<{ revision: number }[]>`
          UPDATE ${tables[kind]} SET revision = revision + 1 WHERE id = ${id} RETURNING revision`;
        if (!row) throw notFound();
        await insertEvent(tx, operator, note, { type: "note", details: { text } }, now);
        return row;
      }),
    "desk",
  );
}
