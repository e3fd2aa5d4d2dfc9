import "server-only";
import { parseSetCookieHeader } from "better-auth/cookies";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import type { Operator } from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { fold } from "../../domain/spelling.ts";
import { recordAudit } from "../audit.ts";
import { database, inDeskTransaction } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { spendPasswordCheck } from "./attempts.ts";

/** `password` is the password's hash. */
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
 * Locks the rows, and so waits for a concurrent change. Code that changes a password writes these rows before it
 * deletes sessions and challenges, so either it deletes the new session or this check fails.
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

/** Deletes the stored sign-in if the credential is now invalid: better-auth misses a password change meanwhile. */
export async function confirmSignIn(
  setCookies: string[],
  credential: Credential,
  state: { hasSecondFactor: boolean },
): Promise<boolean> {
  return database(async (db) => {
    if (await isValidCredential(db, credential, state)) return true;
    const stored = { in: readCookieValues(setCookies) };
    await db.operatorSession.deleteMany({ where: { operatorId: credential.operatorId, token: stored } });
    await db.operatorVerification.deleteMany({ where: { value: credential.operatorId, identifier: stored } });
    return false;
  }, "desk");
}

/** Reads the values of better-auth's cookies without checking their signatures. */
export function readCookieValues(setCookies: string[]): string[] {
  return setCookies.flatMap((line) =>
    [...parseSetCookieHeader(line).values()].map(({ value }) => removeSignature(value)),
  );
}

export function removeSignature(value: string): string {
  return value.split(".", 1)[0] ?? "";
}

/** Returns the password's hash. @throws AppError `invalid_input` when the password is wrong; `rate_limited` */
export async function requirePassword(
  password: string,
  { operator, clientIp, now }: { operator: Operator; clientIp: string; now: Date },
): Promise<string> {
  await spendPasswordCheck({ operatorId: operator.id, clientIp }, now);
  const hash = (await findCredential({ id: operator.id }))?.password;
  if (!hash || !(await verifyPassword({ hash, password }))) throw createWrongPasswordError();
  return hash;
}

const createWrongPasswordError = () =>
  new AppError("invalid_input", "The current password is wrong.", { fields: ["current"] });

/** Ends all other sessions and pending sign-ins. @throws AppError `invalid_input`; `rate_limited` */
export async function changePassword(
  { current, password }: { current: string; password: string },
  { operator, clientIp, now }: { operator: Operator; clientIp: string; now: Date },
): Promise<void> {
  const known = await requirePassword(current, { operator, clientIp, now });
  await requireStrongPassword(password, [operator.name, operator.email]);
  const hash = await hashPassword(password);
  await inDeskTransaction(async (db) => {
    const changed = await db.operatorAccount.updateMany({
      where: { operatorId: operator.id, providerId: "credential", password: known },
      data: { password: hash, updatedAt: now },
    });
    if (changed.count === 0) throw createWrongPasswordError();
    // Must follow the password change, because isValidCredential() relies on this order.
    await db.operatorSession.deleteMany({ where: { operatorId: operator.id, id: { not: operator.sessionId } } });
    await db.operatorVerification.deleteMany({ where: { value: operator.id } });
    await recordAudit(db, { at: now, actor: operator, action: "password_changed" });
  });
}

/** Minimum password score on zxcvbn's scale of 0 to 4. A score of 3 means at least 100 million guesses. */
const scoreMin = 3;

/** Loads the password checker on first use, because its list of common passwords takes 10 MB of memory. */
async function loadPasswordChecker() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
let checker: ReturnType<typeof loadPasswordChecker> | undefined;

/** `known` are words that attackers would try, such as the operator's name. @throws AppError `invalid_input` */
export async function requireStrongPassword(password: string, known: string[]): Promise<void> {
  checker ??= loadPasswordChecker().catch((error: unknown) => {
    checker = undefined;
    throw error;
  });
  const spellings = known.flatMap((text) => [text, fold(text)]);
  const words = spellings.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(Boolean);
  if ((await checker).check(password, words).score >= scoreMin) return;
  throw new AppError("invalid_input", "This password is too easy to guess. Choose a few unrelated words.", {
    fields: ["password"],
  });
}
