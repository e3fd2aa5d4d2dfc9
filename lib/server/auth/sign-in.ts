import "server-only";
import { verifyPassword } from "better-auth/crypto";
import { AppError } from "../../domain/errors.ts";
import { recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import { isRefused, withAuth } from "./auth.ts";
import { confirmEntry, findCredential } from "./entry.ts";
import { clearInvitationCookie } from "./invitation-cookie.ts";
import type { SignInClient } from "./known-places.ts";
import { clearRecoveryCodesCookie } from "./recovery-codes.ts";
import { findVisitor, type Visitor } from "./sessions.ts";
import { spendAttempt } from "./sign-in-attempts.ts";

/** What the browser is to keep, and where it goes on. */
export type SignInStep = { setCookies: string[]; next: "second_factor" | "set_up" };

/** No password has it. Compared with it, who is not known costs the same work as who gives a wrong password. */
const hashOfNobody = `${"0".repeat(32)}:${"0".repeat(128)}`;

/**
 * The first half of a sign-in. Whether there is no such account, the password is wrong or the operator is disabled:
 * the answer and the work are the same. A session that the browser had before has ended.
 * @throws AppError `invalid_input` when it is refused; `rate_limited`; `unavailable`.
 */
export async function signIn(
  { email, password }: { email: string; password: string },
  client: SignInClient,
  { now }: { now: Date },
): Promise<SignInStep> {
  await spendAttempt("password", email, client, now);
  const credential = await findCredential({ email });
  const isRight = await verifyPassword({ hash: credential?.password ?? hashOfNobody, password });
  if (!credential || !isRight) throw wrongPassword();
  const signedIn = await withAuth((auth) =>
    auth.api.signInEmail({ body: { email, password }, headers: anonymous(client), returnHeaders: true }),
  );
  if (isRefused(signedIn)) throw wrongPassword();
  const setCookies = signedIn.headers.getSetCookie();
  const hasSecondFactor = "twoFactorRedirect" in signedIn.response;
  if (!(await confirmEntry(setCookies, credential, { hasSecondFactor }))) throw wrongPassword();
  await endFormer(client);
  if (hasSecondFactor) return { setCookies, next: "second_factor" };
  await prepareSetUp(setCookies, password);
  const actor = { id: credential.operatorId, email };
  await database(
    (db) => recordAudit(db, { at: now, actor, action: "sign_in", details: { secondFactor: "none" } }),
    "desk",
  );
  return { setCookies, next: "set_up" };
}

const wrongPassword = () => new AppError("invalid_input", "The e-mail address or the password is wrong.");

/** Without its cookies: what the browser had before has no say. */
function anonymous({ clientIp, headers }: SignInClient): Headers {
  return new Headers({ "user-agent": (headers.get("user-agent") ?? "").slice(0, 400), "x-client-ip": clientIp });
}

async function endFormer({ headers }: SignInClient): Promise<void> {
  const former = await findVisitor(headers.get("cookie"));
  if (former) await database((db) => db.operatorSession.deleteMany({ where: { id: former.sessionId } }), "desk");
}

/** Makes the secret that the page to set up the second factor shows; only now is the password at hand. */
async function prepareSetUp(setCookies: string[], password: string): Promise<void> {
  const headers = new Headers({ cookie: cookiesOf(setCookies) });
  const enabled = await withAuth((auth) => auth.api.enableTwoFactor({ body: { password }, headers }));
  if (isRefused(enabled)) throw new AppError("unavailable", "The second factor cannot be set up right now.");
}

/** As the browser will send them. */
function cookiesOf(setCookies: string[]): string {
  return setCookies.map((cookie) => cookie.split(";", 1)[0]).join("; ");
}

/** Ends the session. @returns the cookies that clear the browser's, those too that carry what is shown once. */
export async function signOut(visitor: Visitor, headers: Headers, { now }: { now: Date }): Promise<string[]> {
  const signedOut = await withAuth((auth) => auth.api.signOut({ headers, returnHeaders: true }));
  const actor = { id: visitor.id, email: visitor.email };
  await database((db) => recordAudit(db, { at: now, actor, action: "sign_out" }), "desk");
  const cleared = isRefused(signedOut) ? [] : signedOut.headers.getSetCookie();
  return [...cleared, clearRecoveryCodesCookie(), clearInvitationCookie()];
}
