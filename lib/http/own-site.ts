import { AppError } from "../domain/errors.ts";
import { siteUrl } from "../server/env.ts";

/**
 * Refuses what another site's page has sent: a form can be posted across sites without asking.
 * @throws AppError `forbidden`
 */
export function refuseCrossSite(headers: Headers): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  // A page that tells no referrer has the origin null: then the browser's own word for it decides.
  const isOwn = origin === null || (origin === "null" ? site === "same-origin" : isOwnAddress(headers, origin));
  if (site === "cross-site" || !isOwn) throw new AppError("forbidden", "Forms are taken from this site's pages only.");
}

/** The query of the form's page, as far as the browser has told it; empty otherwise. */
export function readFormQuery(headers: Headers, formPath: string): URLSearchParams {
  const referrer = headers.get("referer") ?? "";
  if (!isOwnAddress(headers, referrer)) return new URLSearchParams();
  const { pathname, searchParams } = new URL(referrer);
  return pathname.replace(/\/$/, "") === formPath ? searchParams : new URLSearchParams();
}

/** Whether an address is at the host that this request was sent to, or at SITE_URL's. */
function isOwnAddress(headers: Headers, address: string): boolean {
  const host = URL.parse(address)?.host;
  return Boolean(host) && (host === headers.get("host") || host === new URL(siteUrl()).host);
}
