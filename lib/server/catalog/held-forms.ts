import "server-only";
import { randomUUID } from "node:crypto";
import type { Operator } from "../../domain/desk/operator.ts";
import { database } from "../db.ts";

const prefix = "catalog-form:";
const heldMilliseconds = 12 * 60 * 60 * 1000;

/** What is held: a form that was refused, or an imported document that waits for a yes. */
export type HeldKind = "entry" | "import";

const identifierOf = (operator: Operator, kind: HeldKind) => `${prefix}${kind}:${operator.id}`;

/**
 * Keeps what an operator has sent for twelve hours, on every instance, and returns what it is found by; nobody else
 * finds it. It lies among the other things under way that end by themselves.
 * @throws AppError `unavailable`
 */
export async function holdForm(operator: Operator, kind: HeldKind, value: object, now: Date): Promise<string> {
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + heldMilliseconds);
  const data = { id, identifier: identifierOf(operator, kind), value: JSON.stringify(value), expiresAt };
  await database(async (db) => {
    await db.operatorVerification.deleteMany({
      where: { identifier: { startsWith: prefix }, expiresAt: { lt: now } },
    });
    await db.operatorVerification.create({ data: { ...data, createdAt: now, updatedAt: now }, select: { id: true } });
  }, "desk");
  return id;
}

/**
 * What is held under `id` for this operator, or null.
 * @throws AppError `unavailable`
 */
export async function findHeldForm(operator: Operator, kind: HeldKind, id: string, now: Date): Promise<unknown> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return null;
  const row = await database(
    (db) =>
      db.operatorVerification.findFirst({
        where: { id, identifier: identifierOf(operator, kind), expiresAt: { gte: now } },
        select: { value: true },
      }),
    "desk",
  );
  return row ? JSON.parse(row.value) : null;
}

/** Forgets it: it has been saved. */
export async function releaseForm(operator: Operator, kind: HeldKind, id: string): Promise<void> {
  await database(
    (db) => db.operatorVerification.deleteMany({ where: { id, identifier: identifierOf(operator, kind) } }),
    "desk",
  );
}
