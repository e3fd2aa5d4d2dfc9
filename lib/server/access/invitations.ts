import "server-only";
import { generateRandomString, hashPassword } from "better-auth/crypto";
import { type Admin, type AdminContext, type OperatorRole, toOperatorRole } from "../../domain/access/operator.ts";
import type { AcceptInvitationInput, InviteInput } from "../../domain/access/sign-in.ts";
import { AppError } from "../../domain/errors.ts";
import { recordAudit } from "../audit.ts";
import { database, inDeskTransaction } from "../db.ts";
import { createToken, hashToken } from "../derived-keys.ts";
import { getSiteUrl } from "../env.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import type { SignInClient } from "./attempts.ts";
import { requireStrongPassword } from "./credential.ts";
import { endOperatorAccess, requireStillAdmin } from "./sessions.ts";
import { type SignInStep, startSession } from "./sign-in.ts";

const validSeconds = 24 * 60 * 60;

/** The URL can be shown only once, because the database stores only a hash of its token. */
export type NewInvitation = { url: string; email: string; role: OperatorRole; expiresAt: Date };

/**
 * Earlier links for the address stop working.
 * @throws AppError `forbidden` to a former admin; `conflict` when an operator has this address
 */
export async function inviteOperator(
  { email, role }: InviteInput,
  { admin: actor, now: at }: { admin: Admin | "console"; now: Date },
): Promise<NewInvitation> {
  return inDeskTransaction(async (db) => {
    await lockAddress(db, email);
    if (actor !== "console") await requireStillAdmin(db, actor);
    if (await db.operator.findUnique({ where: { email }, select: { id: true } })) {
      throw new AppError("conflict", "An operator with this address already exists.");
    }
    const invitation = await storeInvitation(db, email, role, at);
    await recordAudit(db, { at, actor, action: "operator_invited", details: { email, role } });
    return invitation;
  });
}

/** The role defaults to admin for the first operator. @throws AppError as `inviteOperator` */
export async function inviteOperatorFromConsole(
  { email, role }: { email: string; role?: OperatorRole },
  { now }: { now: Date },
): Promise<NewInvitation> {
  const isFirst = role === undefined && (await database((db) => db.operator.count(), "desk")) === 0;
  return inviteOperator({ email, role: role ?? (isFirst ? "admin" : "member") }, { admin: "console", now });
}

/** Ends the operator's sessions at once; they can sign in again after using the link. @throws AppError `not_found` */
export async function resetOperatorFromConsole(
  { email }: { email: string },
  { now }: { now: Date },
): Promise<NewInvitation> {
  return inDeskTransaction(async (db) => {
    await lockAddress(db, email);
    const operator = await db.operator.findUnique({ where: { email }, select: { id: true, role: true } });
    if (!operator) throw new AppError("not_found", "There is no operator with this address.");
    await deleteOperatorSecrets(db, operator.id);
    const invitation = await storeInvitation(db, email, toOperatorRole(operator.role), now);
    await recordAudit(db, { at: now, actor: "console", action: "operator_reset", details: { email } });
    return invitation;
  });
}

/** Serializes creating and using the links for one address, so that at most one link works. */
async function lockAddress(db: Prisma.TransactionClient, email: string): Promise<void> {
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`invitation ${email}`}, 0))::text`;
}

async function deleteOperatorSecrets(db: Prisma.TransactionClient, operatorId: string): Promise<void> {
  await db.operator.update({ where: { id: operatorId }, data: { twoFactorEnabled: false }, select: { id: true } });
  await db.operatorAccount.updateMany({ where: { operatorId }, data: { password: null } });
  await endOperatorAccess(db, operatorId);
  await db.operatorTwoFactor.deleteMany({ where: { operatorId } });
}

async function storeInvitation(
  db: Prisma.TransactionClient,
  email: string,
  role: OperatorRole,
  now: Date,
): Promise<NewInvitation> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + validSeconds * 1000);
  await db.operatorInvitation.deleteMany({ where: { email, usedAt: null } });
  await db.operatorInvitation.create({
    data: { tokenHash: hashToken(token), email, role, createdAt: now, expiresAt },
    select: { email: true },
  });
  return { url: `${getSiteUrl()}/admin/invitation/${token}`, email, role, expiresAt };
}

type PendingInvitation = { email: string; role: OperatorRole; expiresAt: Date };

/** Lists the links that still work, ordered by expiry, including links that reset an operator's access. */
export async function listInvitations({ now }: AdminContext): Promise<PendingInvitation[]> {
  const where = { usedAt: null, expiresAt: { gt: now } };
  const select = { email: true, role: true, expiresAt: true } as const;
  const rows = await database(
    (db) => db.operatorInvitation.findMany({ where, select, orderBy: [{ expiresAt: "asc" }, { email: "asc" }] }),
    "desk",
  );
  return rows.map((row) => ({ ...row, role: toOperatorRole(row.role) }));
}

/** @throws AppError `not_found` when the link was used, was revoked or has expired */
export async function revokeInvitation({ email }: { email: string }, { admin, now }: AdminContext): Promise<void> {
  await inDeskTransaction(async (db) => {
    await lockAddress(db, email);
    const where = { email, usedAt: null, expiresAt: { gt: now } };
    const { count } = await db.operatorInvitation.deleteMany({ where });
    if (count === 0) throw createLinkGoneError();
    await recordAudit(db, { at: now, actor: admin, action: "invitation_revoked", details: { email } });
  });
}

/** Returns undefined if the link is unknown, used or expired. */
export async function findInvitation(
  { token }: { token: string },
  { now }: { now: Date },
): Promise<{ email: string; name: string } | undefined> {
  return database(async (db) => {
    const found = await db.operatorInvitation.findFirst({
      where: { tokenHash: hashToken(token), usedAt: null, expiresAt: { gt: now } },
      select: { email: true },
    });
    if (!found) return undefined;
    const operator = await db.operator.findUnique({ where: { email: found.email }, select: { name: true } });
    return { email: found.email, name: operator?.name ?? "" };
  }, "desk");
}

/**
 * Creates or resets the operator and signs them in, up to the second factor. `next` is `sign_in` if the operator is
 * disabled. @throws AppError `not_found` for an invalid link; `invalid_input` for a weak password
 */
export async function acceptInvitation(
  { token, name, password }: Pick<AcceptInvitationInput, "token" | "name" | "password">,
  { client, now }: { client: SignInClient; now: Date },
): Promise<SignInStep | { setCookies: string[]; next: "sign_in" }> {
  const invited = await findInvitation({ token }, { now });
  if (!invited) throw createLinkGoneError();
  await requireStrongPassword(password, [name, invited.email]);
  const hash = await hashPassword(password);
  const operatorId = await inDeskTransaction(async (db) => {
    await lockAddress(db, invited.email);
    const tokenHash = hashToken(token);
    const used = await db.operatorInvitation.updateMany({
      where: { tokenHash, usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    });
    if (used.count === 0) throw createLinkGoneError();
    const { email, role } = await db.operatorInvitation.findUniqueOrThrow({ where: { tokenHash } });
    const actor = { id: await saveOperator(db, { email, role, name, hash, now }), email };
    await recordAudit(db, { at: now, actor, action: "invitation_accepted" });
    return actor.id;
  });
  const { email } = invited;
  const step = await startSession({ email, password }, { operatorId, password: hash }, { client, now });
  return step ?? { setCookies: [], next: "sign_in" };
}

const createLinkGoneError = () => new AppError("not_found", "This link is no longer valid.");

/** better-auth makes its ids like this. */
const generateId = () => generateRandomString(32);

type NewOperator = { email: string; role: string; name: string; hash: string; now: Date };

async function saveOperator(
  db: Prisma.TransactionClient,
  { email, role, name, hash, now }: NewOperator,
): Promise<string> {
  const times = { createdAt: now, updatedAt: now };
  const known = await db.operator.findUnique({ where: { email }, select: { id: true } });
  const id = known?.id ?? generateId();
  if (known) {
    await deleteOperatorSecrets(db, id);
    await db.operator.update({ where: { id }, data: { name, updatedAt: now }, select: { id: true } });
    await db.operatorAccount.deleteMany({ where: { operatorId: id, providerId: "credential" } });
  } else {
    await db.operator.create({ data: { id, name, email, role, emailVerified: true, ...times }, select: { id: true } });
  }
  // Writes the row that better-auth's sign-up would store. Its sign-up cannot share a transaction with the invitation.
  await db.operatorAccount.create({
    data: {
      id: generateId(),
      accountId: id,
      providerId: "credential",
      operatorId: id,
      password: hash,
      ...times,
    },
    select: { id: true },
  });
  return id;
}
