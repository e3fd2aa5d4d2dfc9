import "server-only";
import type { Operator, OperatorContext } from "../../../domain/access/operator.ts";
import { findMentioned, type NewNote } from "../../../domain/submissions/changes/changes.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { queueMails } from "../../queue/mails.ts";
import { insertEvent } from "../core/events.ts";
import { isSentTwice, raiseRevision, refuseRepeat, withLockedRow } from "../core/locked-row.ts";

/** @throws AppError `not_found`; `conflict` for a repeat */
export function addNote(note: NewNote, { operator, now }: OperatorContext): Promise<unknown> {
  const { kind, id, text } = note;
  return withLockedRow({ kind, id }, async (tx, row) => {
    refuseRepeat(row);
    const mentions = await findMentionedOperators(tx, operator, text);
    const event = { type: "note", details: { text, ...(mentions.length ? { mentions } : {}) } } as const;
    if (await isSentTwice(tx, note, event, { operator, now })) return;
    await raiseRevision(tx, note);
    const added = await insertEvent(tx, operator, note, event, now);
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
