import "server-only";
import { type Admin, isAdmin, type Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { onlyAdmins } from "./only-admins.ts";
import { findVisitor, type Visitor } from "./sessions.ts";

/**
 * The operator of a session with a second factor. `cookie` is the request's Cookie header.
 * @throws AppError `unauthorized`; `unavailable`.
 */
export async function requireOperator(cookie: string | null): Promise<Operator> {
  const { id, name, email, role, sessionId, hasSecondFactor } = await requireVisitor(cookie);
  if (!hasSecondFactor) throw new AppError("unauthorized", "Set up the second factor first.");
  return { id, name, email, role, sessionId } as Operator;
}

/** @throws AppError `unauthorized`; `forbidden` to a member; `unavailable`. */
export async function requireAdmin(cookie: string | null): Promise<Admin> {
  const operator = await requireOperator(cookie);
  if (!isAdmin(operator)) throw onlyAdmins();
  return operator;
}

/**
 * Whoever has a session, also before the second factor is set up.
 * @throws AppError `unauthorized`; `unavailable`.
 */
export async function requireVisitor(cookie: string | null): Promise<Visitor> {
  const visitor = await findVisitor(cookie);
  if (!visitor) throw new AppError("unauthorized", "Sign in first.");
  return visitor;
}
