import type { Locale } from "../locale.ts";
import type { Duty } from "../submissions/core/duty.ts";

export const operatorRoles = ["admin", "member"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

export function toOperatorRole(stored: string | null | undefined): OperatorRole {
  return stored === "admin" ? "admin" : "member";
}

declare const proven: unique symbol;

export type OperatorFacts<Role extends OperatorRole = OperatorRole> = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly language: Locale | null;
  readonly sessionId: string;
};
type Proven<Role extends OperatorRole> = OperatorFacts<Role> & { readonly [proven]: Role };

/** An operator whose session with a second factor, or whose key, was checked. Only `toOperator` creates this type. */
export type Operator = Proven<OperatorRole>;
export type Admin = Operator & Proven<"admin">;

/** Call this only after checking the session or the key. */
export const toOperator = <Role extends OperatorRole>(facts: OperatorFacts<Role>) => facts as Operator & Proven<Role>;

export const sessionIdleSeconds = 8 * 60 * 60;
/** Maximum age of a session, however often it is used. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** The caller of a use case of the desk, and the time of the call. */
export type OperatorContext = { operator: Operator; now: Date };
export type AdminContext = { admin: Admin; now: Date };

export function isAdmin(operator: Operator): operator is Admin {
  return operator.role === "admin";
}

export type ListedOperator = Duty & {
  id: string;
  name: string;
  email: string;
  role: OperatorRole;
  hasSecondFactor: boolean;
  disabledAt: Date | null;
};
