import { type NextRequest, NextResponse } from "next/server";
import createMiddleware from "next-intl/middleware";
import { deskAddressHeader } from "#lib/domain/desk/return-path.ts";
import { routing } from "#lib/i18n/routing.ts";

const chooseLanguage = createMiddleware(routing);

/**
 * Chooses the language of `/` and maps the addresses of each language to the pages. A page of the desk is told its own
 * address, so that a sign-in can lead back to it. It guards nothing.
 */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (pathname.startsWith("/admin/")) {
    const headers = new Headers(request.headers);
    headers.set(deskAddressHeader, pathname + search);
    return NextResponse.next({ request: { headers } });
  }
  // Of "es-MX, en;q=0.5" the library takes English: it prefers an exact match to the first one.
  const languages = request.headers.get("accept-language")?.replace(/\b(en|es)-[a-z0-9-]+/gi, "$1");
  if (languages) request.headers.set("accept-language", languages);
  return chooseLanguage(request);
}

export const config = {
  // The operators' desk; and everything but the API, Next's own files, the files at the root and the preview pictures, which know no language
  // or have it in their address. So whatever is nowhere is a page that says so in a language.
  matcher: [
    "/admin/:path+",
    "/((?!api/|api$|admin/|admin$|_next/|favicon\\.ico$|icon\\.svg$|apple-icon\\.png$|manifest\\.webmanifest$|robots\\.txt$|sitemap\\.xml$|(?:en|es)(?:/.+)?/opengraph-image[^/]*$).*)",
  ],
};
