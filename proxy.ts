import createMiddleware from "next-intl/middleware";
import { routing } from "#lib/i18n/routing.ts";

/** Chooses the language of `/` and maps the addresses of each language to the pages. It guards nothing. */
export const proxy = createMiddleware(routing);

export const config = {
  // Everything but the API, Next's own files and the files at the root.
  matcher: [
    "/((?!api/|api$|_next/|favicon\\.ico$|icon|apple-icon|manifest\\.webmanifest$|robots\\.txt$|sitemap\\.xml$).*)",
  ],
};
