import { AppError } from "../domain/errors.ts";

export function isBelowApi(url: string): boolean {
  return /^\/api(?![^/?])/.test(url);
}

export function isMcpPath(url: string): boolean {
  return /^\/mcp\/?(?![^?])/.test(url);
}

export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Backslashes and dot segments: the URL parser resolves them, so a proxy's rule for the raw path would not apply. */
const otherSpelling = /^[^?#]*(\\|\/(\.|%2e){1,2}([/?#]|$))/i;

export function isNonCanonicalPath(url: string): boolean {
  return otherSpelling.test(url);
}

export function decodePathSegment(part: string): string {
  if (!isDecodable(part)) throw new AppError("not_found", "There is nothing at this address.");
  return decodeURIComponent(part);
}

/** Returns the undecoded path. A URL object would take as much time as everything else in a small response. */
export function readPathname(url: string): string {
  const end = url.search(/[?#]/);
  return url.slice(url.indexOf("/", url.indexOf("//") + 2), end < 0 ? undefined : end);
}

export function readParams(url: string): URLSearchParams {
  return new URLSearchParams(/^[^?#]*(\?[^#]*)/.exec(url)?.[1]);
}
