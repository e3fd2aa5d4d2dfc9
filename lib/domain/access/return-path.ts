export const deskPath = "/admin/inbox";
export const signInPath = "/admin/sign-in";
export const secondFactorPath = "/admin/second-factor";
export const setUpPath = "/admin/second-factor/set-up";

/** Request header that carries the page's own URL; proxy.ts sets it. */
export const deskAddressHeader = "x-desk-address";

const returnPathCharactersMax = 2_000;
const base = "http://desk.invalid";
const signInPaths = /^\/admin\/(sign-in|second-factor|invitation)(\/|$)/;

export function parseReturnPath(given: unknown): string | undefined {
  if (typeof given !== "string" || given.length > returnPathCharactersMax) return undefined;
  const url = URL.parse(given, base);
  if (url?.origin !== base || !url.pathname.startsWith("/admin/") || signInPaths.test(url.pathname)) return undefined;
  return url.pathname + url.search;
}

export function withReturnPath(page: string, returnPath: unknown): string {
  const to = parseReturnPath(returnPath);
  return to === undefined ? page : `${page}?to=${encodeURIComponent(to)}`;
}
