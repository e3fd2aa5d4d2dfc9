import { type NextRequest, NextResponse } from "next/server";
import createMiddleware from "next-intl/middleware";
import { deskAddressHeader } from "#lib/domain/desk/return-path.ts";
import { routing } from "#lib/i18n/routing.ts";

const chooseLanguage = createMiddleware(routing);

/**
 * Chooses the language of `/` and maps each language's addresses to the pages. Passes a desk page its own address, so
 * that the sign-in can lead back to it. Guards nothing: requireOperator() does.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (pathname.startsWith("/admin/")) {
    const headers = new Headers(request.headers);
    headers.set(deskAddressHeader, pathname + search);
    return NextResponse.next({ request: { headers } });
  }
  // For "es-MX, en;q=0.5" the library would choose English: it prefers an exact match to a better-ranked one.
  const languages = request.headers.get("accept-language")?.replace(/\b(en|es)-[a-z0-9-]+/gi, "$1");
  if (languages) request.headers.set("accept-language", languages);
  return chooseLanguage(request);
}

export const config = {
  // The desk, and all addresses except those without a language (API, Next's files, files at the root) and preview
  // pictures, whose address already names it. A missing page is therefore shown in the visitor's language.
  matcher: [
    "/admin/:path+",
    "/((?!api/|api$|admin/|admin$|_next/|favicon\\.ico$|icon\\.svg$|apple-icon\\.png$|manifest\\.webmanifest$|robots\\.txt$|sitemap\\.xml$|(?:en|es)(?:/.+)?/opengraph-image[^/]*$).*)",
  ],
};
