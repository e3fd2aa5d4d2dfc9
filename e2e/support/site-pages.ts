import type { Href } from "../../lib/i18n/paths.ts";

/** Every page that search engines may index, but only one of the operations' pages and no catalog entry. */
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

/** Settings of a site that is no demonstration, because it has its own addresses. */
export const ownAddresses = {
  CONTACT_EMAIL: "team@encaje.example",
  SCHEDULING_URL: "https://book.encaje.example",
};
