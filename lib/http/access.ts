import type { Access } from "../contract/operation.ts";
import { requireAdmin, requireOperator, requireVisitor } from "../server/auth/require-operator.ts";

const guards = {
  operator: async (request: Request) => ({ operator: await requireOperator(request.headers.get("cookie")) }),
  admin: async (request: Request) => ({ admin: await requireAdmin(request.headers.get("cookie")) }),
  visitor: async (request: Request) => ({ visitor: await requireVisitor(request.headers.get("cookie")) }),
  anyone: async () => ({}),
} satisfies Record<Access, (request: Request) => Promise<object>>;

/** What a guard adds to the context of a use case; an operation without `access` has none. */
export type Granted<Who extends Access | undefined> = Who extends Access
  ? Awaited<ReturnType<(typeof guards)[Who]>>
  : object;

/** @throws AppError `unauthorized`, `forbidden` or `unavailable` */
export function requireAccess(access: Access, request: Request): Promise<object> {
  return guards[access](request);
}
