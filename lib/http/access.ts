import type { Access } from "../domain/operation.ts";
import { requireAdmin, requireOperator, requireVisitor } from "../server/access/require-operator.ts";

export const guards = {
  operator: async (cookie: string | null) => ({ operator: await requireOperator(cookie) }),
  admin: async (cookie: string | null) => ({ admin: await requireAdmin(cookie) }),
  visitor: async (cookie: string | null) => ({ visitor: await requireVisitor(cookie) }),
  anyone: async () => ({}),
} satisfies Record<Access, (cookie: string | null) => Promise<object>>;

export type Granted<Who extends Access | undefined> = Who extends Access
  ? Awaited<ReturnType<(typeof guards)[Who]>>
  : object;
