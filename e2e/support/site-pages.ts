import type { Href } from "../../lib/i18n/paths.ts";
import { type Locale, texts } from "./site.ts";

/** Pages that search engines may index, without catalog entries, and with only one of the API operations' pages. */
export const indexedPages: Href[] = [
  "/",
  "/evaluation",
  "/catalog",
  "/changes",
  "/contact",
  "/privacy",
  "/accessibility",
  "/security",
  "/developers",
  { pathname: "/developers/[slug]", params: { slug: "submit-evaluation" } },
];

/** Settings of a site with its own addresses, which is therefore not a demonstration. */
export const ownAddresses = {
  CONTACT_EMAIL: "team@encaje.example",
  SCHEDULING_URL: "https://book.encaje.example",
};

export const demonstrationNotice = (locale: Locale): string =>
  texts[locale].markup("site.demonstration", { long: (words) => words });

export const hasDemonstrationNotice = (html: string, locale: Locale): boolean =>
  html.replaceAll(/<[^>]*>/g, "").includes(demonstrationNotice(locale));
