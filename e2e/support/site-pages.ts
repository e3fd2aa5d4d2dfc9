import type { Href } from "../../lib/i18n/paths.ts";

/** Every indexed page, except that only one of the operations' pages and no catalog entry is listed. */
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

/** Settings with which a site is not a demonstration. */
export const ownAddresses = {
  CONTACT_EMAIL: "team@encaje.example",
  SCHEDULING_URL: "https://book.encaje.example",
};
