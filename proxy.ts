import createMiddleware from "next-intl/middleware";
import { routing } from "#lib/i18n/routing.ts";

/** Chooses the language of `/` and maps the addresses of each language to the pages. It guards nothing. */
export const proxy = createMiddleware(routing);

export const config = {
  // Everything but the API, Next's own files, the files at the root and the preview pictures, which know no language
  // or have it in their address. So whatever is nowhere is a page that says so in a language.
  matcher: [
    "/((?!api/|api$|_next/|favicon\\.ico$|icon\\.svg$|apple-icon\\.png$|manifest\\.webmanifest$|robots\\.txt$|sitemap\\.xml$|(?:en|es)(?:/.+)?/opengraph-image[^/]*$).*)",
  ],
};
