// Addresses of pages in each language, for the server and the worker.
import { locales } from "../lib/domain/locale.ts";
import { getPathnames } from "../lib/i18n/paths.ts";
import { routing } from "../lib/i18n/routing.ts";
import type { MailPages } from "../lib/server/mail/prepare-mail.ts";

const sends = Object.entries(routing.pathnames).filter(([name]) => name.endsWith("/send"));

/** Addresses that forms are posted to. */
export const formPaths = locales.flatMap((locale) =>
  sends.map(([, path]) => `/${locale}${typeof path === "string" ? path : path[locale]}`),
);

export const mailPages: MailPages = { consent: getPathnames("/consent"), privacy: getPathnames("/privacy") };
