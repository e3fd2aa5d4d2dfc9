import "server-only";
import {
  type Admin,
  isAdmin,
  type Operator,
  type OperatorContext,
  type OperatorFacts,
  sessionIdleSeconds,
  sessionSeconds,
  toOperator,
  toOperatorRole,
} from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { Locale } from "../../domain/locale.ts";
import { recordAudit } from "../audit.ts";
import { database, inDeskTransaction } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { isDeskOn, isSignInRefusal, withAuth } from "./auth.ts";

/** The operator who owns a session. The second factor may not be set up yet. */
export type Visitor = OperatorFacts & { hasSecondFactor: boolean };

/** Minimum time between two updates of the last use of a session or key in the database. */
export const useIntervalMilliseconds = 60_000;

/** `isPolled`: the page asks by itself, which is no use of the session. */
type SessionUse = { now?: Date; isPolled?: boolean | undefined };

/** The session must be under 7 days old and used within 8 hours. Each use extends it. `cookie`: the Cookie header. */
export async function findVisitor(
  cookie: string | null,
  { now = new Date(), isPolled = false }: SessionUse = {},
): Promise<Visitor | undefined> {
  if (!isDeskOn() || !cookie) return undefined;
  const headers = new Headers({ cookie });
  const found = await withAuth((auth) => auth.api.getSession({ headers, query: { disableRefresh: true } }));
  if (!found || isSignInRefusal(found)) return undefined;
  const { session, user } = found;
  const isOver = now.getTime() >= session.createdAt.getTime() + sessionSeconds * 1000 || now >= session.expiresAt;
  if (isOver || user.disabledAt) {
    await database((db) => db.operatorSession.deleteMany({ where: { id: session.id } }), "desk");
    return undefined;
  }
  const isExtended = !isPolled && now.getTime() - session.updatedAt.getTime() >= useIntervalMilliseconds;
  if (isExtended) await extendSession(session, now);
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: toOperatorRole(user.role),
    language: Locale.safeParse(user.language).data ?? null,
    hasSecondFactor: user.twoFactorEnabled === true,
    sessionId: session.id,
  };
}

async function extendSession({ id, createdAt }: { id: string; createdAt: Date }, now: Date): Promise<void> {
  const end = Math.min(now.getTime() + sessionIdleSeconds * 1000, createdAt.getTime() + sessionSeconds * 1000);
  const data = { updatedAt: now, expiresAt: new Date(end) };
  await database((db) => db.operatorSession.updateMany({ where: { id }, data }), "desk");
}

/** Requires a session with a second factor. @throws AppError `unauthorized` */
export async function requireOperator(cookie: string | null, use?: SessionUse): Promise<Operator> {
  const { hasSecondFactor, ...facts } = await requireVisitor(cookie, use);
  if (!hasSecondFactor) throw new AppError("unauthorized", "Set up the second factor first.");
  return toOperator(facts);
}

export const createAdminsOnlyError = () => new AppError("forbidden", "Only an admin may do this.");

/** Requires an admin's session with a second factor. @throws AppError `unauthorized`; `forbidden` to a member */
export async function requireAdmin(cookie: string | null): Promise<Admin> {
  const operator = await requireOperator(cookie);
  if (!isAdmin(operator)) throw createAdminsOnlyError();
  return operator;
}

/** Waits for another admin who is ending this one's access. @throws AppError `forbidden` to a former admin */
export async function requireStillAdmin(db: Prisma.TransactionClient, { id }: Admin): Promise<void> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT id FROM operators WHERE id = ${id} AND role = 'admin' AND disabled_at IS NULL FOR UPDATE`;
  if (!rows.length) throw createAdminsOnlyError();
}

/** Returns the operator of a session, even if no second factor is set up. @throws AppError `unauthorized` */
export async function requireVisitor(cookie: string | null, use?: SessionUse): Promise<Visitor> {
  const visitor = await findVisitor(cookie, use);
  if (!visitor) throw new AppError("unauthorized", "Sign in first.");
  return visitor;
}

/** @throws AppError `unauthorized` once the session has ended or its operator is disabled */
export async function requireValidSession({ sessionId }: Operator): Promise<void> {
  const where = { id: sessionId, expiresAt: { gt: new Date() }, operator: { disabledAt: null } };
  const isValid = await database((db) => db.operatorSession.count({ where }), "desk");
  if (!isValid) throw new AppError("unauthorized", "The session has ended.");
}

type ListedSession = { id: string; userAgent: string; startedAt: Date; usedAt: Date; isCurrent: boolean };

export async function listSessions({ operator, now }: OperatorContext): Promise<ListedSession[]> {
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
 * Also deletes known places, API keys and open invitations by the operator. Store the reason, such as a new password,
 * before this call: sign-ins about to complete check it in isValidCredential().
 */
export async function endOperatorAccess(db: Prisma.TransactionClient, operatorId: string): Promise<void> {
  await db.operatorSession.deleteMany({ where: { operatorId } });
  await db.operatorVerification.deleteMany({ where: { value: operatorId } });
  await db.knownPlace.deleteMany({ where: { operatorId } });
  await db.apiKey.deleteMany({ where: { operatorId } });
  await deleteInvitationsBy(db, operatorId);
}

/** The audit log has who made an invitation. Without this, former admins could give themselves a new account. */
export async function deleteInvitationsBy(db: Prisma.TransactionClient, operatorId: string): Promise<void> {
  await db.$executeRaw`
    DELETE FROM operator_invitations USING audit_entries
    WHERE used_at IS NULL AND operator_id = ${operatorId} AND action = 'operator_invited'
      AND at = created_at AND details ->> 'email' = email`;
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
