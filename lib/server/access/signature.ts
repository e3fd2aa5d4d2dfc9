import "server-only";
import type { Operator } from "../../domain/access/operator.ts";
import type { NewSignature } from "../../domain/submissions/reply/reply.ts";
import { database } from "../db.ts";

/** Stores the signature of the operator's replies. An empty one means the default. @throws AppError `unavailable` */
export async function setSignature(
  { signature }: NewSignature,
  { operator, now }: { operator: Operator; now: Date },
): Promise<void> {
  const data = { signature: signature === "" ? null : signature, updatedAt: now };
  await database((db) => db.operator.update({ data, where: { id: operator.id }, select: { id: true } }), "desk");
}

/** Returns the operator's signature. An empty one means the default. @throws AppError `unavailable` */
export async function getSignature({ operator }: { operator: Operator }): Promise<string> {
  const row = await database(
    (db) => db.operator.findUnique({ select: { signature: true }, where: { id: operator.id } }),
    "desk",
  );
  return row?.signature ?? "";
}
