import type { Href } from "../../lib/i18n/paths.ts";

/** Every page for search engines, besides those of the catalog's entries. */
export const indexedPages = [
  "/",
  "/evaluation",
  "/catalog",
  "/contact",
  "/privacy",
  "/accessibility",
  "/security",
  "/developers",
] as const satisfies Href[];

/** With these, a site is no demonstration. */
export const ownAddresses = {
  CONTACT_EMAIL: "team@encaje.example",
  SCHEDULING_URL: "https://book.encaje.example",
};
