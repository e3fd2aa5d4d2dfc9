import { findAddress } from "../i18n/paths.ts";
import { findPageOfTwin } from "../i18n/twins.ts";

/** Patterns of the desk's pages. A test compares them with app/admin. */
export const deskPatterns = [
  "/admin",
  "/admin/account",
  "/admin/assignment",
  "/admin/audit",
  "/admin/blocked",
  "/admin/catalog",
  "/admin/catalog/import",
  "/admin/catalog/new",
  "/admin/catalog/[slug]",
  "/admin/catalog/[slug]/history",
  "/admin/catalog/[slug]/preview",
  "/admin/forbidden",
  "/admin/inbox",
  "/admin/inbox/[kind]/[id]",
  "/admin/invitation/[token]",
  "/admin/mail",
  "/admin/operators",
  "/admin/overview",
  "/admin/people",
  "/admin/second-factor",
  "/admin/second-factor/set-up",
  "/admin/sign-in",
  "/admin/templates",
];

const deskPages = deskPatterns.map((pattern) => ({
  pattern,
  expression: new RegExp(`^${pattern.replaceAll(/\[\w+\]/g, "[^/]+")}/?$`),
}));

/**
 * Returns a pattern for the log and the metrics. They must not contain a path outside /api, which may contain personal
 * data or a secret. Build files become "/_next", other unmatched paths "unknown".
 */
export function toPattern(path: string): string {
  if (path.startsWith("/_next/")) return "/_next";
  if (path.startsWith("/admin")) return deskPages.find(({ expression }) => expression.test(path))?.pattern ?? "unknown";
  const address = findAddress(findPageOfTwin(path) ?? path);
  if (!address) return path === "/" ? "/" : "unknown";
  return address.name === "/" ? "/[locale]" : `/[locale]${address.name}`;
}
