import { AppError } from "../domain/errors.ts";
import { getSiteUrl } from "../server/env.ts";
import type { ApiRequest } from "./message.ts";

/** Needed for forms, because browsers post them across sites without a preflight. @throws AppError `forbidden` */
export function refuseCrossSite(headers: ApiRequest["headers"]): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  // A page that sends no referrer has the origin "null", so Sec-Fetch-Site decides.
  const isOwn = origin === null || (origin === "null" ? site === "same-origin" : isOwnOrigin(headers, origin));
  if (site === "cross-site" || !isOwn) throw new AppError("forbidden", "Only this site's own pages may send forms.");
}

/**
 * For a form that contains a secret, which other sites cannot know. Also allows the origin "null" without
 * Sec-Fetch-Site: browsers before 2023 send this from a page without a referrer.
 */
export function refuseForeignOrigin(headers: ApiRequest["headers"]): void {
  const isUnknown = headers.get("origin") === "null" && headers.get("sec-fetch-site") === null;
  if (!isUnknown) refuseCrossSite(headers);
}

function isOwnOrigin(headers: ApiRequest["headers"], address: string): boolean {
  const host = URL.parse(address)?.host;
  return Boolean(host) && (host === headers.get("host") || host === new URL(getSiteUrl()).host);
}
