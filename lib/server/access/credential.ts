import "server-only";
import { parseSetCookieHeader } from "better-auth/cookies";
import { verifyPassword } from "better-auth/crypto";
import type { Operator } from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { spendConfirmation } from "./attempts.ts";

/** `password` is a hash. */
export type Credential = { operatorId: string; password: string | null };

/** Returns null if the operator is unknown or disabled. */
export async function findCredential(operator: { id: string } | { email: string }): Promise<Credential | null> {
  const where = { providerId: "credential", operator: { ...operator, disabledAt: null } };
  return database(
    (db) => db.operatorAccount.findFirst({ where, select: { operatorId: true, password: true } }),
    "desk",
  );
}

/**
 * Returns whether a credential is unchanged and its operator enabled. Locks the rows and so waits for a concurrent
 * change. A change writes these rows before it deletes sessions and challenges, so it either deletes the new session or
 * makes this check fail.
 */
export async function isValidCredential(
  db: Prisma.TransactionClient,
  { operatorId, password }: Credential,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT operators.id FROM operators JOIN operator_accounts ON operator_id = operators.id
    WHERE operators.id = ${operatorId} AND disabled_at IS NULL AND two_factor_enabled = ${hasSecondFactor}
      AND provider_id = 'credential' AND password = ${password}
    FOR SHARE`;
  return rows.length > 0;
}

/**
 * Checks the credential again after better-auth has stored the session or challenge of `setCookies`, and deletes both
 * if it is no longer valid. better-auth alone would accept a sign-in that began before the password changed.
 */
export async function confirmEntry(
  setCookies: string[],
  credential: Credential,
  state: { hasSecondFactor: boolean },
): Promise<boolean> {
  return database(async (db) => {
    if (await isValidCredential(db, credential, state)) return true;
    const stored = { in: readSignedValues(setCookies) };
    await db.operatorSession.deleteMany({ where: { operatorId: credential.operatorId, token: stored } });
    await db.operatorVerification.deleteMany({ where: { value: credential.operatorId, identifier: stored } });
    return false;
  }, "desk");
}

/** Reads the values of better-auth's cookies without checking their signatures. */
export function readSignedValues(setCookies: string[]): string[] {
  return setCookies.flatMap((line) =>
    [...parseSetCookieHeader(line).values()].map(({ value }) => withoutSignature(value)),
  );
}

export function withoutSignature(value: string): string {
  return value.split(".", 1)[0] ?? "";
}

/**
 * Checks the password of a signed-in operator again.
 * @returns the password's hash
 * @throws AppError `invalid_input` when it is wrong; `rate_limited`; `unavailable`
 */
export async function requirePassword(
  password: string,
  { operator, clientIp, now }: { operator: Operator; clientIp: string; now: Date },
): Promise<string> {
  await spendConfirmation({ operatorId: operator.id, clientIp }, now);
  const hash = (await findCredential({ id: operator.id }))?.password;
  if (!hash || !(await verifyPassword({ hash, password }))) throw wrongPassword();
  return hash;
}

export const wrongPassword = () =>
  new AppError("invalid_input", "The current password is wrong.", { fields: ["current"] });
