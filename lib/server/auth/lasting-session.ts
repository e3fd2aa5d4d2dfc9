import "server-only";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { database } from "../db.ts";

/**
 * For what goes on after the operator was let in: that the session has not ended since, and the operator is not shut
 * out.
 * @throws AppError `unauthorized`; `unavailable`
 */
export async function requireLastingSession({ sessionId }: Operator, now = new Date()): Promise<void> {
  const where = { id: sessionId, expiresAt: { gt: now }, operator: { disabledAt: null } };
  const lasts = await database((db) => db.operatorSession.findFirst({ where, select: { id: true } }), "desk");
  if (!lasts) throw new AppError("unauthorized", "The session has ended.");
}
