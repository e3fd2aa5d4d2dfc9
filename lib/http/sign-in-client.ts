import { knownSeconds, type SignInClient } from "../server/access/attempts.ts";
import { isSiteSecure } from "../server/env.ts";
import type { Exchange } from "./exchange.ts";

const deviceToken = /(?:^|;)\s*desk\.device=([\w-]{43})(?:;|$)/;

export function readSignInClient({ request, clientIp }: Pick<Exchange, "request" | "clientIp">): SignInClient {
  const cookie = request.headers.get("cookie") ?? "";
  const userAgent = request.headers.get("user-agent") ?? "";
  return { clientIp, userAgent, cookie, deviceToken: deviceToken.exec(cookie)?.[1] ?? "" };
}

export function writeSignedIn({ setCookies, deviceToken }: { setCookies: string[]; deviceToken: string }): string[] {
  const secure = isSiteSecure() ? "; Secure" : "";
  const attributes = `Path=/api/admin; Max-Age=${knownSeconds}; HttpOnly; SameSite=Strict${secure}`;
  return [...setCookies, `desk.device=${deviceToken}; ${attributes}`];
}
