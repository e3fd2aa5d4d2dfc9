import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import createMiddleware from "next-intl/middleware";
import { discoveryLinks, isWellKnown, llmsFullPath } from "#lib/contract/addresses.ts";
import { deskAddressHeader } from "#lib/domain/access/return-path.ts";
import { parsePicturePath } from "#lib/domain/picture.ts";
import { receiptParameter, tokenParameter } from "#lib/domain/submissions/core/first-touch.ts";
import { findMethodRefusal, findMissingFileRefusal, isSiteFile } from "#lib/http/front/page-methods.ts";
import { getFileHeaders, getPageHeaders } from "#lib/http/front/security-headers.ts";
import { locales } from "#lib/i18n/locales.ts";
import { findPageAddress, getPathname, isRouteAddress, routing } from "#lib/i18n/paths.ts";
import { findPageWantedAsMarkdown, hasMarkdownVersion, toMarkdownPath } from "#lib/i18n/twins.ts";
import { isSiteSecure } from "#lib/server/env.ts";

const chooseLanguage = createMiddleware(routing);
/** Paths of app/markdown and app/site, which are not public. */
const [markdownPath, sitePath] = ["/markdown", "/site"];
const languageOfRegion = new RegExp(`\\b(${locales.join("|")})-[a-z0-9-]+`, "gi");
const contentSecurityPolicy = "Content-Security-Policy";

/**
 * Handles everything outside /api and /mcp: refuses methods, sets security headers, chooses the language of `/` and
 * maps each language's paths to pages. Passes its URL to a desk page, so that the sign-in page can return to it. Does
 * not check access; requireOperator() does.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search, searchParams } = request.nextUrl;
  const site = { isSecure: isSiteSecure() };
  const isOpen = isWellKnown(pathname);
  const refusal = isOpen && request.method === "OPTIONS" ? undefined : findMethodRefusal(request.method, pathname);
  if (refusal) return addHeaders(new NextResponse(refusal.text || null, refusal), getFileHeaders("", site));
  if (pathname === llmsFullPath) return rewriteToMarkdown(pathname, request, site);
  if (isOpen || parsePicturePath(pathname))
    return addHeaders(rewritePath(sitePath + pathname + search, request), getFileHeaders(pathname, site));
  if (isSiteFile(pathname)) return addHeaders(NextResponse.next(), getFileHeaders(pathname, site));
  const missing = findMissingFileRefusal(pathname);
  if (missing) return addHeaders(new NextResponse(missing.text, missing), getFileHeaders("", site));
  const twin = findPageWantedAsMarkdown(pathname, search, request.headers.get("accept"));
  if (twin !== undefined) return rewriteToMarkdown(twin, request, site);
  const protection = getPageHeaders(`'nonce-${randomBytes(16).toString("base64")}'`, site);
  // The URL contains a secret: do not send it to linked pages.
  if (searchParams.has(tokenParameter) || searchParams.has(receiptParameter))
    protection["Referrer-Policy"] = "no-referrer";
  const address = findPageAddress(pathname);
  if (address && isRouteAddress(address))
    return addHeaders(rewritePath(sitePath + pathname + search, request), protection);
  // Next reads the nonce of its scripts from the request header. The policy would block its development tools.
  // biome-ignore lint/style/noProcessEnv: Next sets it at build
  if (process.env.NODE_ENV === "development") delete protection[contentSecurityPolicy];
  else request.headers.set(contentSecurityPolicy, protection[contentSecurityPolicy] ?? "");
  // For "es-MX, en;q=0.5" the libraries would choose English: they prefer an exact match to a higher weight.
  const languages = request.headers.get("accept-language")?.replace(languageOfRegion, "$1");
  if (languages) request.headers.set("accept-language", languages);
  if (/^\/admin(\/|$)/.test(pathname)) {
    request.headers.set(deskAddressHeader, pathname + search);
    return addHeaders(NextResponse.next({ request: { headers: request.headers } }), protection);
  }
  const response = chooseLanguage(request);
  // Only LanguageLink stores a language, when the visitor chooses one.
  response.headers.delete("set-cookie");
  if (address && hasMarkdownVersion(address.name)) {
    response.headers.append("Link", `<${toMarkdownPath(pathname)}>; rel="alternate"; type="text/markdown"`);
  }
  if (address?.name === "/") {
    const guide = getPathname({ href: "/developers", locale: address.locale });
    response.headers.append("Link", `${discoveryLinks}, <${guide}>; rel="service-doc"; type="text/html"`);
  }
  return addHeaders(response, protection);
}

/** Selects the route only: its handler still sees the request's own URL. */
function rewritePath(path: string, { nextUrl }: NextRequest): NextResponse {
  return NextResponse.rewrite(new URL(path, nextUrl));
}

function rewriteToMarkdown(path: string, request: NextRequest, site: { isSecure: boolean }): NextResponse {
  return addHeaders(rewritePath(markdownPath + path, request), getFileHeaders("", site));
}

function addHeaders(response: NextResponse, headers: Record<string, string>): NextResponse {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

export const config = {
  // Includes unknown paths, so that the not-found page is in the visitor's language.
  matcher: ["/((?!api/|api$|mcp/?$|_next/).*)"],
};
