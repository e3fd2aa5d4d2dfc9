// Where the forms of the pages are posted to: the addresses of the routes called …/send, in each language.
import { locales } from "../lib/domain/locale.ts";
import { routing } from "../lib/i18n/routing.ts";

const sends = Object.entries(routing.pathnames).filter(([name]) => name.endsWith("/send"));

export const formPaths = locales.flatMap((locale) =>
  sends.map(([, path]) => `/${locale}${typeof path === "string" ? path : path[locale]}`),
);
