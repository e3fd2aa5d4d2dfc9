import "server-only";
import type { NewNote } from "../../domain/desk/changes.ts";
import { findMentioned } from "../../domain/desk/mentions.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { queueMails } from "../queue/mails.ts";
import { findLastEvent, noSubmission, refuseRepeat } from "./change-submission.ts";
import { insertEvent, toEvent } from "./events.ts";

const repeatMilliseconds = 10_000;

/**
 * Adds a note to the timeline, and tells the active operators whom it mentions, but its author. A note replaces
 * nothing, so the caller needs no revision; it raises the revision, so that a change based on the older state is a
 * conflict. The same note again within ten seconds is stored once.
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
        const mentions = await findMentionedOperators(tx, operator, text);
        const details = { text, ...(mentions.length ? { mentions } : {}) };
        const added = await insertEvent(tx, operator, note, { type: "note", details }, now);
        await queueMails(
          tx,
          mentions.map(({ id: told }) => ({ job: { mail: "mention", kind, id, event: added, operator: told } })),
        );
        return { revision: row.revision + 1 };
      }),
    "desk",
  );
}

async function findMentionedOperators(tx: Prisma.TransactionClient, { id }: Operator, text: string) {
  if (!text.includes("@")) return [];
  const where = { disabledAt: null };
  const operators = await tx.operator.findMany({ select: { id: true, name: true }, where, orderBy: { id: "asc" } });
  return findMentioned(text, operators).filter((mentioned) => mentioned.id !== id);
}
