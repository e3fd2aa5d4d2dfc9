export const operatorRoles = ["admin", "member"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

declare const guarded: unique symbol;

/** Someone who works at the desk and has just proved it: only lib/server/auth/require-operator makes one. */
export type Operator = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: OperatorRole;
  /** The session that the operator asks with. */
  readonly sessionId: string;
  readonly [guarded]: true;
};
