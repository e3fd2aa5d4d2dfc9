import "server-only";
import { symmetricDecrypt } from "better-auth/crypto";
import { encodeBase32, totpUri } from "../../domain/desk/totp.ts";
import { AppError } from "../../domain/errors.ts";
import { recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { isRefused, type Refused, withAuth } from "./auth.ts";
import { findCookie } from "./cookies.ts";
import { type Credential, confirmEntry, findCredential, signedValueOf } from "./entry.ts";
import { rememberPlace, type SignInClient } from "./known-places.ts";
import type { Visitor } from "./sessions.ts";
import { spendAttempt, spendCode } from "./sign-in-attempts.ts";

const wrongCode = () => new AppError("invalid_input", "The code is wrong.");

/**
 * The second half of a sign-in: a code of the app, which works once, or a recovery code, which is gone then.
 * @returns the cookies of the new session and of the device.
 * @throws AppError `invalid_input` when the code is wrong; `unauthorized` when the sign-in has to begin anew;
 * `rate_limited` when there were too many wrong ones; `unavailable`.
 */
export async function passSecondFactor(
  { code }: { code: string },
  client: SignInClient,
  { now }: { now: Date },
): Promise<string[]> {
  const challenge = await findChallenge(client.headers);
  if (!challenge) throw startAnew();
  await spendAttempt("code", challenge.operator.email, client, now);
  const isTotp = /^\d{6}$/.test(code);
  if (isTotp && !(await spendCode(challenge.operator.id, code, now))) throw wrongCode();
  const { headers } = challenge;
  headers.set("user-agent", (client.headers.get("user-agent") ?? "").slice(0, 400));
  headers.set("x-client-ip", client.clientIp);
  const passed = await withAuth((auth) =>
    isTotp
      ? auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
      : auth.api.verifyBackupCode({ body: { code }, headers, returnHeaders: true }),
  );
  if (isRefused(passed)) throw isChallengeOver(passed) ? startAnew() : wrongCode();
  const setCookies = passed.headers.getSetCookie();
  if (!(await confirmEntry(setCookies, challenge.credential, { hasSecondFactor: true }))) throw startAnew();
  const details = { secondFactor: isTotp ? "code" : "recovery code" };
  return transaction(async (db) => {
    await recordAudit(db, { at: now, actor: challenge.operator, action: "sign_in", details });
    return [...setCookies, await rememberPlace(db, challenge.operator.id, client, now)];
  });
}

const startAnew = () => new AppError("unauthorized", "Sign in again.");

type Challenge = { operator: { id: string; email: string }; credential: Credential; headers: Headers };

/** Whose sign-in is under way, and the headers that say so and nothing else: another session has no say. */
async function findChallenge(given: Headers): Promise<Challenge | undefined> {
  const name = await withAuth(async (auth) => (await auth.$context).createAuthCookie("two_factor").name);
  const cookie = isRefused(name) ? undefined : findCookie(given, name);
  const identifier = signedValueOf(cookie ?? "");
  if (!cookie || !identifier) return undefined;
  const operator = await database(async (db) => {
    const found = await db.operatorVerification.findFirst({ where: { identifier }, select: { value: true } });
    if (!found) return null;
    const where = { id: found.value, disabledAt: null };
    return db.operator.findFirst({ where, select: { id: true, email: true } });
  }, "desk");
  const credential = operator && (await findCredential({ id: operator.id }));
  return operator && credential ? { operator, credential, headers: new Headers({ cookie }) } : undefined;
}

function isChallengeOver({ refused }: Refused): boolean {
  return refused === "INVALID_TWO_FACTOR_COOKIE" || refused === "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE";
}

/** What the page to set up the second factor shows: the app's secret, and the codes for the day it is lost. */
export type SetUp = { secret: string; uri: string; recoveryCodes: string[] };

/** Undefined once it is set up: then nobody sees it again. */
export async function findSetUp({ id, email }: Visitor): Promise<SetUp | undefined> {
  const row = await database(
    (db) => db.operatorTwoFactor.findFirst({ where: { operatorId: id, verified: false }, select: { secret: true } }),
    "desk",
  );
  if (!row) return undefined;
  const found = await withAuth(async (auth) => {
    const { secretConfig } = await auth.$context;
    const secret = encodeBase32(await symmetricDecrypt({ key: secretConfig, data: row.secret }));
    const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId: id } });
    return { secret, uri: totpUri({ issuer: env().SITE_NAME, account: email, secret }), recoveryCodes: backupCodes };
  });
  return isRefused(found) ? undefined : found;
}

/**
 * Confirms that the app gives right codes: from now on each sign-in asks for another. The session is renewed, and what
 * else began with a password alone ends.
 * @returns the cookies of the renewed session and of the device.
 * @throws AppError `invalid_input` when the code is wrong; `conflict` when it is set up already; `unauthorized` when
 * the password was changed meanwhile; `rate_limited`; `unavailable`.
 */
export async function confirmSetUp(
  visitor: Visitor,
  { code }: { code: string },
  client: SignInClient,
  { now }: { now: Date },
): Promise<string[]> {
  if (visitor.hasSecondFactor) throw new AppError("conflict", "The second factor is set up already.");
  await spendAttempt("code", visitor.email, client, now);
  if (!(await spendCode(visitor.id, code, now))) throw wrongCode();
  const credential = await findCredential({ id: visitor.id });
  if (!credential) throw startAnew();
  const confirmed = await withAuth((auth) =>
    auth.api.verifyTOTP({ body: { code }, headers: client.headers, returnHeaders: true }),
  );
  if (isRefused(confirmed)) throw wrongCode();
  const setCookies = confirmed.headers.getSetCookie();
  if (!(await confirmEntry(setCookies, credential, { hasSecondFactor: true }))) throw startAnew();
  const actor = { id: visitor.id, email: visitor.email };
  return transaction(async (db) => {
    // better-auth answers with the token of before: the renewed one is in its cookie alone.
    const others = { operatorId: visitor.id, token: { notIn: setCookies.map(signedValueOf) } };
    await db.operatorSession.deleteMany({ where: others });
    await recordAudit(db, { at: now, actor, action: "second_factor_set_up" });
    return [...setCookies, await rememberPlace(db, visitor.id, client, now)];
  });
}

function transaction<Result>(work: (db: Prisma.TransactionClient) => Promise<Result>): Promise<Result> {
  return database((client) => client.$transaction(work), "desk");
}
