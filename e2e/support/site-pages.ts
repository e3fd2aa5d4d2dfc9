import type { Href } from "../../lib/i18n/paths.ts";

/** Every page for search engines; of the operations' pages one, and none of the catalog's entries. */
export const indexedPages: Href[] = [
  "/",
  "/evaluation",
  "/catalog",
  "/contact",
  "/privacy",
  "/accessibility",
  "/security",
  "/developers",
  { pathname: "/developers/[slug]", params: { slug: "submit-evaluation" } },
];

/** With these, a site is no demonstration. */
export const ownAddresses = {
  CONTACT_EMAIL: "team@encaje.example",
  SCHEDULING_URL: "https://book.encaje.example",
};
