import "server-only";
import type { OwnerChange } from "../../domain/desk/changes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { type Changed, changeSubmission } from "./change-submission.ts";
import { insertEvent } from "./events.ts";
import { tellNewOwner } from "./tell-new-owner.ts";

/**
 * Assigns a submission to an operator or to nobody, and tells a new owner other than oneself by mail. Assigning it to
 * its present owner changes and records nothing.
 * @throws AppError `invalid_input` unless the new owner is an active operator; `not_found`; `conflict`; `unavailable`
 */
export function changeOwner(
  change: OwnerChange,
  { operator, now }: { operator: Operator; now: Date },
): Promise<Changed> {
  return changeSubmission(operator, change, async (tx, row) => {
    const to = await requireOwner(tx, change.owner, operator);
    if ((to?.id ?? null) === row.ownerId) return null;
    const from = row.ownerId === null ? null : await findOwner(tx, row.ownerId);
    await tx.$executeRaw`
      UPDATE submissions SET revision = revision + 1, owner_id = ${to?.id ?? null}
      WHERE kind = ${change.kind} AND id = ${change.id}`;
    const details = { from: from && toOwner(from), to: to && toOwner(to) };
    const event = await insertEvent(tx, operator, change, { type: "owner", details }, now);
    await tellNewOwner(tx, change, event, { owner: to, operator });
    return event;
  });
}

/** Null for "none". @throws AppError `invalid_input` unless the owner is an active operator */
export async function requireOwner(
  tx: Prisma.TransactionClient,
  owner: string,
  operator: Operator,
): Promise<FoundOwner | null> {
  if (owner === "none") return null;
  const found = await findOwner(tx, owner === "me" ? operator.id : owner);
  if (found && !found.disabledAt) return found;
  throw new AppError("invalid_input", "A submission can only be given to an active operator.");
}

type FoundOwner = { id: string; name: string; disabledAt: Date | null };

function findOwner(tx: Prisma.TransactionClient, id: string): Promise<FoundOwner | null> {
  return tx.operator.findUnique({ select: { id: true, name: true, disabledAt: true }, where: { id } });
}

export const toOwner = ({ id, name }: Pick<FoundOwner, "id" | "name">) => ({ id, name });
