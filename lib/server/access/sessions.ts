import "server-only";
import { type Operator, type OperatorContext, sessionSeconds } from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { recordAudit } from "../audit.ts";
import { database, inDeskTransaction } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";

type ListedSession = { id: string; userAgent: string; startedAt: Date; usedAt: Date; isCurrent: boolean };

export async function listSessions(_input: object, { operator, now }: OperatorContext): Promise<ListedSession[]> {
  const rows = await database(
    (db) =>
      db.operatorSession.findMany({
        where: {
          operatorId: operator.id,
          expiresAt: { gt: now },
          createdAt: { gt: new Date(now.getTime() - sessionSeconds * 1000) },
        },
        select: { id: true, userAgent: true, createdAt: true, updatedAt: true },
        orderBy: [{ updatedAt: "desc" }, { id: "asc" }],
      }),
    "desk",
  );
  return rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    userAgent: userAgent ?? "",
    startedAt: createdAt,
    usedAt: updatedAt,
    isCurrent: id === operator.sessionId,
  }));
}

/** @throws AppError `not_found` */
export async function revokeSession({ id }: { id: string }, { operator, now }: OperatorContext): Promise<void> {
  await endSessions(operator, { id }, "session_revoked", now);
}

export async function revokeOtherSessions(_input: object, { operator, now }: OperatorContext): Promise<void> {
  await endSessions(operator, { id: { not: operator.sessionId } }, "sessions_revoked", now);
}

async function endSessions(
  operator: Operator,
  which: Prisma.OperatorSessionWhereInput,
  action: "session_revoked" | "sessions_revoked",
  at: Date,
): Promise<void> {
  await inDeskTransaction(async (db) => {
    const { count } = await db.operatorSession.deleteMany({ where: { ...which, operatorId: operator.id } });
    if (count === 0 && action === "session_revoked") throw new AppError("not_found", "There is no such session.");
    if (count > 0) await recordAudit(db, { at, actor: operator, action, details: { count } });
  });
}

/**
 * Also deletes known places and API keys. Store the reason, such as a new password, before this call: sign-ins about to
 * complete check it in isValidCredential().
 */
export async function endOperatorAccess(db: Prisma.TransactionClient, operatorId: string): Promise<void> {
  await db.operatorSession.deleteMany({ where: { operatorId } });
  await db.operatorVerification.deleteMany({ where: { value: operatorId } });
  await db.knownPlace.deleteMany({ where: { operatorId } });
  await db.apiKey.deleteMany({ where: { operatorId } });
}

export async function purgeExpiredAccess({ now }: { now: Date }): Promise<void> {
  const where = { expiresAt: { lt: now } };
  await database(async (db) => {
    await db.operatorSession.deleteMany({ where });
    await db.operatorInvitation.deleteMany({ where });
    await db.operatorVerification.deleteMany({ where });
    await db.knownPlace.deleteMany({ where });
  }, "desk");
}
