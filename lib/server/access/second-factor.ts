import "server-only";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { parseCookies, setRequestCookie } from "better-auth/cookies";
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Operator } from "../../domain/access/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { isStorable } from "../../domain/text-bounds.ts";
import { recordAudit } from "../audit.ts";
import { database, inDeskTransaction } from "../db.ts";
import { readSite } from "../site.ts";
import { consumeTotpCode, rememberDeviceAndNetwork, type SignInClient, spendAttempt } from "./attempts.ts";
import { isSignInRefusal, type SignInRefusal, withAuth } from "./auth.ts";
import {
  type Credential,
  confirmSignIn,
  findCredential,
  isValidCredential,
  readCookieValues,
  removeSignature,
  requirePassword,
} from "./credential.ts";
import type { Visitor } from "./sessions.ts";
import { toAuthHeaders } from "./sign-in.ts";

/** `setCookies` are values of Set-Cookie headers. The device keeps `deviceToken`. */
export type SignedIn = { setCookies: string[]; deviceToken: string };

const codesCount = 10;

const createWrongCodeError = () => new AppError("invalid_input", "The code is wrong.", { fields: ["code"] });

/** Each code works once. @throws AppError `invalid_input`: wrong code; `unauthorized`: sign in again; `rate_limited` */
export async function passSecondFactor(
  { code }: { code: string },
  { client, now }: { client: SignInClient; now: Date },
): Promise<SignedIn> {
  const challenge = await findChallenge(client);
  if (!challenge) throw createSignInAgainError();
  await spendAttempt("code", challenge.operator.email, client, now);
  const isTotp = /^\d{6}$/.test(code);
  if (isTotp && !(await consumeTotpCode(challenge.operator.id, code, now))) throw createWrongCodeError();
  const { headers } = challenge;
  const passed = await withAuth((auth) =>
    isTotp
      ? auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
      : auth.api.verifyBackupCode({ body: { code }, headers, returnHeaders: true }),
  );
  if (isSignInRefusal(passed)) throw hasChallengeEnded(passed) ? createSignInAgainError() : createWrongCodeError();
  const setCookies = passed.headers.getSetCookie();
  if (!(await confirmSignIn(setCookies, challenge.credential, { hasSecondFactor: true })))
    throw createSignInAgainError();
  const details = { secondFactor: isTotp ? "code" : "recovery code" };
  return inDeskTransaction(async (db) => {
    await recordAudit(db, { at: now, actor: challenge.operator, action: "sign_in", details });
    return { setCookies, deviceToken: await rememberDeviceAndNetwork(db, challenge.operator.id, client, now) };
  });
}

const createSignInAgainError = () => new AppError("unauthorized", "Sign in again.");

type Challenge = { operator: { id: string; email: string }; credential: Credential; headers: Headers };

/** The returned `headers` contain only the challenge cookie, so that another session of the browser has no effect. */
async function findChallenge(client: SignInClient): Promise<Challenge | undefined> {
  const name = await withAuth(async (auth) => (await auth.$context).createAuthCookie("two_factor").name);
  const value = isSignInRefusal(name) ? undefined : parseCookies(client.cookie).get(name);
  if (isSignInRefusal(name) || !value) return undefined;
  const headers = toAuthHeaders({ ...client, cookie: "" });
  setRequestCookie(headers, name, value);
  const identifier = removeSignature(value);
  if (!isStorable(identifier)) return undefined;
  const operator = await database(async (db) => {
    const found = await db.operatorVerification.findFirst({ where: { identifier }, select: { value: true } });
    if (!found) return null;
    const where = { id: found.value, disabledAt: null };
    return db.operator.findFirst({ where, select: { id: true, email: true } });
  }, "desk");
  const credential = operator && (await findCredential({ id: operator.id }));
  return operator && credential ? { operator, credential, headers } : undefined;
}

function hasChallengeEnded({ refused }: SignInRefusal): boolean {
  return refused === "INVALID_TWO_FACTOR_COOKIE" || refused === "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE";
}

/** Counts the operators whose second factor another AUTH_SECRET has encrypted. They cannot sign in. */
export async function countUnreadableSecondFactors(): Promise<number> {
  const rows = await database((db) => db.operatorTwoFactor.findMany({ select: { secret: true } }), "desk");
  const unreadable = await withAuth(async (auth) => {
    const { secretConfig: key } = await auth.$context;
    const results = await Promise.allSettled(rows.map(({ secret: data }) => symmetricDecrypt({ key, data })));
    return results.filter(({ status }) => status === "rejected").length;
  });
  return isSignInRefusal(unreadable) ? 0 : unreadable;
}

type SetUp = { secret: string; uri: string; recoveryCodes: string[] };

/** Undefined once the second factor is set up, so that its secret is never shown again. */
export async function findSecondFactorSetUp({
  visitor: { id, email },
}: {
  visitor: Visitor;
}): Promise<SetUp | undefined> {
  const row = await database(
    (db) => db.operatorTwoFactor.findFirst({ where: { operatorId: id, verified: false }, select: { secret: true } }),
    "desk",
  );
  if (!row) return undefined;
  const found = await withAuth(async (auth) => {
    const { secretConfig } = await auth.$context;
    const secret = await symmetricDecrypt({ key: secretConfig, data: row.secret });
    const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId: id } });
    return {
      secret: base32.encode(secret, { padding: false }),
      // Some authenticator apps would show a "+" in place of a space.
      uri: createOTP(secret)
        .url((await readSite()).name, email)
        .replaceAll("+", "%20"),
      recoveryCodes: backupCodes,
    };
  });
  return isSignInRefusal(found) ? undefined : found;
}

/**
 * Renews the session and ends all others, because they began with a password alone.
 * @throws AppError `invalid_input` for a wrong code; `conflict` when already set up; `unauthorized` when the password
 * has changed meanwhile; `rate_limited`
 */
export async function confirmSetUp(
  { code }: { code: string },
  { visitor, client, now }: { visitor: Visitor; client: SignInClient; now: Date },
): Promise<SignedIn> {
  if (visitor.hasSecondFactor) throw new AppError("conflict", "The second factor is already set up.");
  await spendAttempt("code", visitor.email, client, now);
  if (!(await consumeTotpCode(visitor.id, code, now))) throw createWrongCodeError();
  const credential = await findCredential({ id: visitor.id });
  if (!credential) throw createSignInAgainError();
  const confirmed = await withAuth((auth) =>
    auth.api.verifyTOTP({ body: { code }, headers: toAuthHeaders(client), returnHeaders: true }),
  );
  if (isSignInRefusal(confirmed)) throw createWrongCodeError();
  const setCookies = confirmed.headers.getSetCookie();
  if (!(await confirmSignIn(setCookies, credential, { hasSecondFactor: true }))) throw createSignInAgainError();
  const actor = { id: visitor.id, email: visitor.email };
  return inDeskTransaction(async (db) => {
    // better-auth returns the old session token. The new token is only in the cookie.
    const others = { operatorId: visitor.id, token: { notIn: readCookieValues(setCookies) } };
    await db.operatorSession.deleteMany({ where: others });
    await recordAudit(db, { at: now, actor, action: "second_factor_set_up" });
    return { setCookies, deviceToken: await rememberDeviceAndNetwork(db, visitor.id, client, now) };
  });
}

export async function countRecoveryCodes({ operator }: { operator: Operator }): Promise<number> {
  const found = await withAuth((auth) => auth.api.viewBackupCodes({ body: { userId: operator.id } }));
  return isSignInRefusal(found) ? 0 : found.backupCodes.length;
}

/**
 * Only one of several parallel requests succeeds, because a second one would replace the codes that the first has just
 * shown.
 * @throws AppError `invalid_input` for a wrong password; `conflict` when the codes or the password have changed
 * meanwhile; `rate_limited`
 */
export async function renewRecoveryCodes(
  { current: currentPassword }: { current: string },
  { operator, clientIp, now }: { operator: Operator; clientIp: string; now: Date },
): Promise<{ codes: string[] }> {
  const where = { operatorId: operator.id, verified: true };
  const before = await database(
    (db) => db.operatorTwoFactor.findFirst({ where, select: { id: true, backupCodes: true } }),
    "desk",
  );
  if (!before) throw new AppError("conflict", "There are no recovery codes to renew.");
  const password = await requirePassword(currentPassword, { operator, clientIp, now });
  const codes = Array.from({ length: codesCount }, generateRecoveryCode);
  const backupCodes = await encryptRecoveryCodes(codes);
  await inDeskTransaction(async (db) => {
    const credential = { operatorId: operator.id, password };
    const isValid = await isValidCredential(db, credential, { hasSecondFactor: true });
    const { count } = await db.operatorTwoFactor.updateMany({ where: before, data: { backupCodes } });
    if (!isValid || count === 0)
      throw new AppError(
        "conflict",
        "Your recovery codes or your password were changed at the same time. Please try again.",
      );
    await recordAudit(db, { at: now, actor: operator, action: "recovery_codes_renewed" });
  });
  return { codes };
}

/** Generates a recovery code in better-auth's format. */
function generateRecoveryCode(): string {
  const characters = generateRandomString(10, "a-z", "A-Z", "0-9");
  return `${characters.slice(0, 5)}-${characters.slice(5)}`;
}

async function encryptRecoveryCodes(codes: string[]): Promise<string> {
  const encrypted = await withAuth(async (auth) => {
    const { secretConfig } = await auth.$context;
    return symmetricEncrypt({ key: secretConfig, data: JSON.stringify(codes) });
  });
  if (isSignInRefusal(encrypted)) throw new AppError("unavailable", "The recovery codes cannot be renewed right now.");
  return encrypted;
}
