import "server-only";
// biome-ignore-start lint/style/noRestrictedImports: the one file of lib/server that reads the cookie of a page.
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
// biome-ignore-end lint/style/noRestrictedImports: the same.
import type { Operator } from "../../domain/desk/operator.ts";
import { deskAddressHeader, parseReturnPath, withReturnPath } from "../../domain/desk/return-path.ts";
import { AppError } from "../../domain/errors.ts";
import { onlyAdmins } from "./only-admins.ts";
import { findVisitor, type Visitor } from "./sessions.ts";

export const signInPath = "/admin/sign-in";
export const deskPath = "/admin/inbox";
export const secondFactorPath = "/admin/second-factor";
export const setUpPath = "/admin/second-factor/set-up";

/** Looked up once for a page, whose title asks as well. */
const visitorOfPage = cache(async () => findVisitor(await headers()));

/**
 * The operator who asks, with a session and a second factor. A page calls it without an argument: who has none is led
 * to the sign-in, or to set up the second factor, and from there back to the page. A route handler hands its request over.
 * @throws AppError `unauthorized` to a route handler; `unavailable`.
 */
export async function requireOperator(request?: Request): Promise<Operator> {
  const { id, name, email, role, sessionId, hasSecondFactor } = await requireVisitor(request);
  if (hasSecondFactor) return { id, name, email, role, sessionId } as Operator;
  if (!request) redirect(withReturnPath(setUpPath, await findReturnPath()));
  throw new AppError("unauthorized", "Set up the second factor first.");
}

/**
 * As `requireOperator`, of an admin alone. A page leads a member to the inbox.
 * @throws AppError `unauthorized` or `forbidden` to a route handler; `unavailable`.
 */
export async function requireAdmin(request?: Request): Promise<Operator> {
  const operator = await requireOperator(request);
  if (operator.role === "admin") return operator;
  if (!request) redirect(`${deskPath}?problem=forbidden`);
  throw onlyAdmins();
}

/** Whoever has a session, also before the second factor is set up. Leads and throws as `requireOperator`. */
export async function requireVisitor(request?: Request): Promise<Visitor> {
  const visitor = await (request ? findVisitor(request.headers) : visitorOfPage());
  if (visitor) return visitor;
  if (!request) redirect(withReturnPath(signInPath, await findReturnPath()));
  throw new AppError("unauthorized", "Sign in first.");
}

/** For the pages that lead in: who has a session is led on, to `returnPath` if there is one. */
export async function leadSignedInOn(returnPath: string | undefined): Promise<void> {
  const visitor = await visitorOfPage();
  if (visitor) redirect(visitor.hasSecondFactor ? (returnPath ?? deskPath) : withReturnPath(setUpPath, returnPath));
}

/** The page that is asked for, unless it is the one that a sign-in leads to anyway. */
async function findReturnPath(): Promise<string | undefined> {
  const path = parseReturnPath((await headers()).get(deskAddressHeader));
  return path === deskPath ? undefined : path;
}
