import "server-only";
import { siteUrl } from "../env.ts";

const shownSeconds = 60;

/** A cookie that carries a secret from a form to the page that shows it, for a minute: an address would be kept. */
export type ShownOnce = { name: string; path: string };

/** The value of Set-Cookie. */
export function writeShownOnce(cookie: ShownOnce, value: string): string {
  return setCookieOf(cookie, value, shownSeconds);
}

export function clearShownOnce(cookie: ShownOnce): string {
  return setCookieOf(cookie, "", 0);
}

function setCookieOf({ name, path }: ShownOnce, value: string, maxAgeSeconds: number): string {
  const secure = siteUrl().startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}
