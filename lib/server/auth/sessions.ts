import "server-only";
import type { Operator, OperatorRole } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { isDeskOn, isRefused, sessionIdleSeconds, sessionSeconds, withAuth } from "./auth.ts";

/** Who brings a session cookie, and how far they have come with signing in. */
export type Visitor = {
  id: string;
  name: string;
  email: string;
  role: OperatorRole;
  hasSecondFactor: boolean;
  sessionId: string;
};

/** How old the note of a session's last use may be: not each request writes one. */
const lastUseMilliseconds = 60_000;

/**
 * The visitor of a session that has not ended: known, used within 8 hours, begun within 7 days, of an operator who is
 * not disabled. Notes the use.
 * @throws AppError `unavailable`
 */
export async function findVisitor(cookie: string | null, now = new Date()): Promise<Visitor | undefined> {
  if (!isDeskOn() || !cookie) return undefined;
  const headers = new Headers({ cookie });
  const found = await withAuth((auth) => auth.api.getSession({ headers, query: { disableRefresh: true } }));
  if (!found || isRefused(found)) return undefined;
  const { session, user } = found;
  const isOver = now.getTime() >= session.createdAt.getTime() + sessionSeconds * 1000 || now >= session.expiresAt;
  if (isOver || user.disabledAt) {
    await database((db) => db.operatorSession.deleteMany({ where: { id: session.id } }), "desk");
    return undefined;
  }
  if (now.getTime() - session.updatedAt.getTime() >= lastUseMilliseconds) await noteUse(session, now);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role === "admin" ? "admin" : "member",
    hasSecondFactor: user.twoFactorEnabled === true,
    sessionId: session.id,
  };
}

async function noteUse({ id, createdAt }: { id: string; createdAt: Date }, now: Date): Promise<void> {
  const end = Math.min(now.getTime() + sessionIdleSeconds * 1000, createdAt.getTime() + sessionSeconds * 1000);
  const data = { updatedAt: now, expiresAt: new Date(end) };
  await database((db) => db.operatorSession.updateMany({ where: { id }, data }), "desk");
}

export type ListedSession = { id: string; userAgent: string; startedAt: Date; usedAt: Date; isCurrent: boolean };

/** The operator's own sessions that have not ended, the last used first. */
export async function listSessions(operator: Operator, now = new Date()): Promise<ListedSession[]> {
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

/**
 * Ends one of the operator's own sessions.
 * @throws AppError `not_found`
 */
export async function revokeSession(operator: Operator, { id }: { id: string }, { now }: { now: Date }): Promise<void> {
  await endSessions(operator, { id }, "session_revoked", now);
}

/** Ends all of the operator's sessions but the one that asks. */
export async function revokeOtherSessions(operator: Operator, { now }: { now: Date }): Promise<void> {
  await endSessions(operator, { id: { not: operator.sessionId } }, "sessions_revoked", now);
}

async function endSessions(
  operator: Operator,
  which: Prisma.OperatorSessionWhereInput,
  action: "session_revoked" | "sessions_revoked",
  at: Date,
): Promise<void> {
  await database(
    (client) =>
      client.$transaction(async (db) => {
        const { count } = await db.operatorSession.deleteMany({ where: { ...which, operatorId: operator.id } });
        if (count === 0 && action === "session_revoked") throw new AppError("not_found", "There is no such session.");
        if (count > 0) await recordAudit(db, { at, actor: operator, action, details: { count } });
      }),
    "desk",
  );
}

/**
 * Ends all sessions of an operator and any sign-in under way, and forgets their devices and networks. Change first why they end: a sign-in that comes
 * later asks for that (entry.ts).
 */
export async function endAccess(db: Prisma.TransactionClient, operatorId: string): Promise<void> {
  await db.operatorSession.deleteMany({ where: { operatorId } });
  await db.operatorVerification.deleteMany({ where: { value: operatorId } });
  await db.knownPlace.deleteMany({ where: { operatorId } });
}
