import "server-only";
import { keyPrefix, keyStartCharacters, type ListedKey, type NewApiKey } from "../../domain/access/api-keys.ts";
import { type Admin, type AdminContext, toOperator } from "../../domain/access/operator.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { AppError } from "../../domain/errors.ts";
import { Locale } from "../../domain/locale.ts";
import { type Scope, scopes } from "../../domain/operation.ts";
import { recordAudit } from "../audit.ts";
import { database, inDeskTransaction } from "../db.ts";
import { createToken, hashToken } from "../derived-keys.ts";
import { isDeskOn } from "./auth.ts";
import { requireStillAdmin, useIntervalMilliseconds } from "./sessions.ts";

/** A key works only while its maker is an active admin with a second factor, so that it never outlasts their access. */
const admins = { role: "admin", disabledAt: null, twoFactorEnabled: true } as const;
const keyShape = new RegExp(`^Bearer +(${keyPrefix}[A-Za-z0-9_-]{43})$`, "i");

/** Lists keys, newest first. */
export async function listApiKeys(_context: AdminContext): Promise<ListedKey[]> {
  const operator = { select: { name: true, role: true, disabledAt: true, twoFactorEnabled: true } } as const;
  const select = { id: true, name: true, start: true, scopes: true, expiresAt: true, usedAt: true, operator } as const;
  const rows = await database((db) => db.apiKey.findMany({ select, orderBy: { id: "desc" } }), "desk");
  return rows.map(({ scopes, operator: maker, ...row }) => ({
    ...row,
    scopes: toScopes(scopes),
    maker: {
      name: maker.name,
      mayUse: maker.role === admins.role && maker.disabledAt === null && maker.twoFactorEnabled,
    },
  }));
}

const toScopes = (stored: string[]) => scopes.filter((scope) => stored.includes(scope));

/** @returns the key, which can be shown only once: a hash is stored. @throws AppError `forbidden` to a former admin */
export async function makeApiKey(
  { name, scopes, days }: NewApiKey,
  { admin, now }: AdminContext,
): Promise<{ key: string }> {
  const key = keyPrefix + createToken();
  const expiresAt = new Date(now.getTime() + days * dayMilliseconds);
  const start = key.slice(0, keyStartCharacters);
  await inDeskTransaction(async (tx) => {
    await requireStillAdmin(tx, admin);
    const data = { name, start, hash: hashToken(key), scopes, operatorId: admin.id, createdAt: now, expiresAt };
    await tx.apiKey.create({ data, select: { id: true } });
    await recordAudit(tx, {
      at: now,
      actor: admin,
      action: "api_key_made",
      details: { key: name, start, scopes, days },
    });
  });
  return { key };
}

/** @throws AppError `not_found` */
export async function revokeApiKey({ id }: { id: number }, { admin, now }: AdminContext): Promise<void> {
  await inDeskTransaction(async (tx) => {
    const [key] = await tx.$queryRaw<{ name: string; start: string }[]>`
      DELETE FROM api_keys WHERE id = ${id} RETURNING name, start`;
    if (!key) throw new AppError("not_found", "There is no such key.");
    const details = { key: key.name, start: key.start };
    await recordAudit(tx, { at: now, actor: admin, action: "api_key_revoked", details });
  });
}

type KeyUse = { keyId: number; scopes: Scope[]; admin: Admin };

/** Returns the key's maker as the acting admin. `authorization` is the header. @throws AppError `unauthorized` */
export async function requireApiKey(authorization: string | null, now: Date): Promise<KeyUse> {
  const [, key] = keyShape.exec(authorization ?? "") ?? [];
  const found = key && isDeskOn() ? await findKey(key, now) : null;
  if (!found) throw new AppError("unauthorized", "Send a valid key of the operator API: Authorization: Bearer enc_….");
  const { id: keyId, usedAt, operator } = found;
  if (!usedAt || now.getTime() - usedAt.getTime() >= useIntervalMilliseconds) {
    await database((db) => db.apiKey.updateMany({ where: { id: keyId }, data: { usedAt: now } }), "desk");
  }
  const language = Locale.safeParse(operator.language).data ?? null;
  const admin = toOperator({ ...operator, role: admins.role, language, sessionId: `key ${keyId}` });
  return { keyId, scopes: toScopes(found.scopes), admin };
}

function findKey(key: string, now: Date) {
  const operator = { select: { id: true, name: true, email: true, language: true } } as const;
  const where = { hash: hashToken(key), expiresAt: { gt: now }, operator: admins };
  return database(
    (db) => db.apiKey.findFirst({ where, select: { id: true, usedAt: true, scopes: true, operator } }),
    "desk",
  );
}
