import type { Locale } from "../locale.ts";

export const operatorRoles = ["admin", "member"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

export function toOperatorRole(stored: string | null | undefined): OperatorRole {
  return stored === "admin" ? "admin" : "member";
}

declare const proven: unique symbol;

/** An operator who signed in with a second factor. Only `requireOperator` and `requireAdmin` create this type. */
export type Operator = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly language: Locale | null;
  readonly sessionId: string;
  readonly [proven]: OperatorRole;
};

export type Admin = Operator & { readonly role: "admin"; readonly [proven]: "admin" };

/** The caller of a use case of the desk, and the time of the call. */
export type OperatorContext = { operator: Operator; now: Date };
export type AdminContext = { admin: Admin; now: Date };

export function isAdmin(operator: Operator): operator is Admin {
  return operator.role === "admin";
}
