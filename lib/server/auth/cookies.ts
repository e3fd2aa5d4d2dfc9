import "server-only";
import { siteUrl } from "../env.ts";

/** A cookie for the server alone, which other sites' links and forms do not send along. */
export type Cookie = { name: string; path: string };

/** The value of Set-Cookie; `value` must be fit for a cookie. */
export function writeCookie({ name, path }: Cookie, value: string, maxAgeSeconds: number): string {
  const secure = siteUrl().startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The first cookie of that name, as `name=value`. */
export function findCookie(headers: Headers, name: string): string | undefined {
  return (headers.get("cookie") ?? "").split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
}
