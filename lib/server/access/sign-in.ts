import "server-only";
import { applySetCookies } from "better-auth/cookies";
import { verifyPassword } from "better-auth/crypto";
import { AppError } from "../../domain/errors.ts";
import { recordAudit } from "../audit.ts";
import { database, inDeskTransaction } from "../db.ts";
import { type SignInClient, spendAttempt } from "./attempts.ts";
import { isSignInRefusal, withAuth } from "./auth.ts";
import { type Credential, confirmSignIn, findCredential } from "./credential.ts";
import { findVisitor, type Visitor } from "./sessions.ts";

/** `setCookies` are values of Set-Cookie. */
export type SignInStep = { setCookies: string[]; next: "second_factor" | "set_up" };

/** Hash that is checked for an unknown account, so that its sign-in takes the same time. */
const unmatchableHash = `${"0".repeat(32)}:${"0".repeat(128)}`;

/**
 * Checks the password, the first step of a sign-in. An unknown account, a wrong password and a disabled operator cost
 * the same work and get the same response.
 * @throws AppError `invalid_input` when it is refused; `rate_limited`
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  { client, now }: { client: SignInClient; now: Date },
): Promise<SignInStep> {
  await spendAttempt("password", email, client, now);
  const credential = await findCredential({ email });
  const isRight = await verifyPassword({ hash: credential?.password ?? unmatchableHash, password });
  const step = credential && isRight && (await startSession({ email, password }, credential, { client, now }));
  if (!step) throw createSignInRefusedError();
  return step;
}

/**
 * Starts a session with a new ID, or the challenge of the second factor, and ends the browser's earlier session. Call
 * this once the password has been checked. Returns undefined if it has changed since or the operator is disabled.
 */
export async function startSession(
  { email, password }: { email: string; password: string },
  credential: Credential,
  { client, now }: { client: SignInClient; now: Date },
): Promise<SignInStep | undefined> {
  // Sends no cookies, so that an earlier session of the browser has no effect.
  const headers = toAuthHeaders({ ...client, cookie: "" });
  const signedIn = await withAuth((auth) =>
    auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
  );
  if (isSignInRefusal(signedIn)) return undefined;
  const setCookies = signedIn.headers.getSetCookie();
  const hasSecondFactor = "twoFactorRedirect" in signedIn.response;
  if (!(await confirmSignIn(setCookies, credential, { hasSecondFactor }))) return undefined;
  await endFormerSession(client);
  if (hasSecondFactor) return { setCookies, next: "second_factor" };
  await prepareSecondFactorSetUp(setCookies, password);
  const actor = { id: credential.operatorId, email };
  await database(
    (db) => recordAudit(db, { at: now, actor, action: "sign_in", details: { secondFactor: "none" } }),
    "desk",
  );
  return { setCookies, next: "set_up" };
}

const createSignInRefusedError = () => new AppError("invalid_input", "The email address or the password is wrong.");

export function toAuthHeaders({ clientIp, userAgent, cookie }: Omit<SignInClient, "deviceToken">): Headers {
  const headers = new Headers({ "user-agent": userAgent.slice(0, 400), "x-client-ip": clientIp });
  if (cookie) headers.set("cookie", cookie);
  return headers;
}

async function endFormerSession({ cookie }: SignInClient): Promise<void> {
  const former = await findVisitor(cookie);
  if (former) await database((db) => db.operatorSession.deleteMany({ where: { id: former.sessionId } }), "desk");
}

/** Creates the secret of the second factor during the password step, because better-auth needs the password for it. */
async function prepareSecondFactorSetUp(setCookies: string[], password: string): Promise<void> {
  const headers = new Headers();
  applySetCookies(headers, setCookies);
  const enabled = await withAuth((auth) => auth.api.enableTwoFactor({ body: { password }, headers }));
  if (isSignInRefusal(enabled)) throw new AppError("unavailable", "The second factor cannot be set up right now.");
}

/** @returns values of Set-Cookie headers that delete the session's cookies */
export async function signOut(
  _input: object,
  { visitor, now }: { visitor: Visitor; now: Date },
): Promise<{ setCookies: string[] }> {
  const actor = { id: visitor.id, email: visitor.email };
  await inDeskTransaction(async (db) => {
    // better-auth's sign-out would report success even if it could not delete the session.
    await db.operatorSession.deleteMany({ where: { id: visitor.sessionId } });
    await recordAudit(db, { at: now, actor, action: "sign_out" });
  });
  const cleared = await withAuth((auth) => auth.api.signOut({ headers: new Headers(), returnHeaders: true }));
  return { setCookies: isSignInRefusal(cleared) ? [] : cleared.headers.getSetCookie() };
}
