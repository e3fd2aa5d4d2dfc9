import "server-only";
import type { Operator, OperatorContext } from "../../../domain/access/operator.ts";
import { findMentioned, type NewNote } from "../../../domain/submissions/changes/changes.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { queueMails } from "../../queue/mails.ts";
import { insertEvent, toEvent } from "../core/events.ts";
import { findLastEvent, raiseRevision, refuseRepeat, withLockedRow } from "../core/locked-row.ts";

const repeatMilliseconds = 10_000;

/** Stores a note once if it is sent twice within ten seconds. @throws AppError `not_found`; `conflict` for a repeat */
export function addNote(note: NewNote, { operator, now }: OperatorContext): Promise<unknown> {
  const { kind, id, text } = note;
  return withLockedRow({ kind, id }, async (tx, row) => {
    refuseRepeat(row);
    const last = await findLastEvent(tx, note);
    const isRecent = last && now.getTime() - last.at.getTime() < repeatMilliseconds;
    const event = isRecent && last.operatorId === operator.id ? toEvent(last) : undefined;
    if (event?.type === "note" && event.details.text === text) return;
    await raiseRevision(tx, note);
    const mentions = await findMentionedOperators(tx, operator, text);
    const details = { text, ...(mentions.length ? { mentions } : {}) };
    const added = await insertEvent(tx, operator, note, { type: "note", details }, now);
    await queueMails(
      tx,
      mentions.map(({ id: mentioned }) => ({ job: { mail: "mention", kind, id, event: added, operator: mentioned } })),
    );
  });
}

async function findMentionedOperators(tx: Prisma.TransactionClient, { id }: Operator, text: string) {
  if (!text.includes("@")) return [];
  const where = { disabledAt: null };
  const operators = await tx.operator.findMany({ select: { id: true, name: true }, where, orderBy: { id: "asc" } });
  return findMentioned(text, operators).filter((mentioned) => mentioned.id !== id);
}
