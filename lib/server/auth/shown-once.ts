import "server-only";
import { type Cookie, writeCookie } from "./cookies.ts";

const shownSeconds = 60;

/** A cookie that carries a secret from a form to the page that shows it, for a minute: an address would be kept. */
export type ShownOnce = Cookie;

/** The value of Set-Cookie. */
export function writeShownOnce(cookie: ShownOnce, value: string): string {
  return writeCookie(cookie, value, shownSeconds);
}

export function clearShownOnce(cookie: ShownOnce): string {
  return writeCookie(cookie, "", 0);
}
