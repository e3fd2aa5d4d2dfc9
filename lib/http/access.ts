import { AppError } from "../domain/errors.ts";
import type { Access, Scope } from "../domain/operation.ts";
import { requireApiKey } from "../server/access/api-keys.ts";
import { knownSeconds, type SignInClient } from "../server/access/attempts.ts";
import { requireAdmin, requireOperator, requireVisitor } from "../server/access/sessions.ts";
import { isSiteSecure } from "../server/env.ts";
import { spendKey } from "../server/limits/submission-limits.ts";
import type { Exchange } from "./exchange.ts";
import type { ApiHeaders } from "./message.ts";
import { enforceLimits } from "./stations.ts";

type AccessRequest = Pick<Exchange, "request" | "headers" | "now" | "isPolled">;
const readCookie = ({ request }: AccessRequest) => request.headers.get("cookie");

export const guards = {
  operator: async (asked: AccessRequest) => ({ operator: await requireOperator(readCookie(asked), asked) }),
  admin: async (asked: AccessRequest) => ({ admin: await requireAdmin(readCookie(asked)) }),
  visitor: async (asked: Exchange) => ({
    visitor: await requireVisitor(readCookie(asked)),
    client: readSignInClient(asked),
  }),
  anyone: async (asked: Exchange) => ({ client: readSignInClient(asked) }),
  key: admitKey,
} satisfies Record<Access, (asked: AccessRequest & Exchange, scope: Scope | undefined) => Promise<object>>;

/** Counts the key's request. @throws AppError `unauthorized`; `rate_limited`; `forbidden` */
async function admitKey(exchange: Exchange, scope: Scope | undefined) {
  const { request, headers, now } = exchange;
  // RFC 6750, section 3, requires this header in a 401 response.
  headers["WWW-Authenticate"] = "Bearer";
  const { keyId, scopes, admin } = await requireApiKey(request.headers.get("authorization"), now);
  delete headers["WWW-Authenticate"];
  enforceLimits(exchange, [await spendKey(keyId, now.getTime())]);
  requireScope(scope, { headers, scopes });
  return { operator: admin, admin, scopes };
}

/** @throws AppError `forbidden`, which names the scope */
export function requireScope(
  scope: Scope | undefined,
  { headers, scopes }: { headers: ApiHeaders; scopes: readonly Scope[] },
): void {
  if (scope && scopes.includes(scope)) return;
  headers["WWW-Authenticate"] = `Bearer error="insufficient_scope", scope="${scope}"`;
  throw new AppError("forbidden", `This needs a key with the scope ${scope}.`);
}

export type Granted<Who extends Access | undefined> = Who extends Access
  ? Awaited<ReturnType<(typeof guards)[Who]>>
  : object;

const deviceToken = /(?:^|;)\s*desk\.device=([\w-]{43})(?:;|$)/;

export function readSignInClient({ request, clientIp }: Pick<Exchange, "request" | "clientIp">): SignInClient {
  const cookie = request.headers.get("cookie") ?? "";
  const userAgent = request.headers.get("user-agent") ?? "";
  return { clientIp, userAgent, cookie, deviceToken: deviceToken.exec(cookie)?.[1] ?? "" };
}

export function createSignInCookies({
  setCookies,
  deviceToken,
}: {
  setCookies: string[];
  deviceToken: string;
}): string[] {
  const secure = isSiteSecure() ? "; Secure" : "";
  const attributes = `Path=/api/admin; Max-Age=${knownSeconds}; HttpOnly; SameSite=Strict${secure}`;
  return [...setCookies, `desk.device=${deviceToken}; ${attributes}`];
}
