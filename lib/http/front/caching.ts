import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";

/**
 * What may be kept is asked for again each time: `s-maxage` of a year would let a proxy show the pages of an earlier
 * deployment. What sets a cookie is one visitor's own.
 */
export function settleCaching(outgoing: ServerResponse): void {
  const given = String(outgoing.getHeader("cache-control") ?? "");
  const settled = given.includes("s-maxage") ? "public, max-age=0, must-revalidate" : given;
  if (!settled) return;
  const isOwn = outgoing.hasHeader("set-cookie");
  outgoing.setHeader("Cache-Control", isOwn ? settled.replace(/\bpublic\b/, "private") : settled);
}

export function mayBeKept(outgoing: ServerResponse): boolean {
  return !String(outgoing.getHeader("cache-control") ?? "no-store").includes("no-store");
}

/** Rendered for each request: these bytes may never be asked for again. */
export function isRenderedEachTime(outgoing: ServerResponse): boolean {
  return String(outgoing.getHeader("cache-control") ?? "no-cache").includes("no-cache");
}

export function toPolicyHash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("base64url");
}

/** Weak: the same for every coding. */
export function weakEtag(hash: string): string {
  return `W/"${hash.slice(0, 27)}"`;
}
