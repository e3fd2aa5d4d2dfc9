import type { MetadataRoute } from "next";
import { aiCatalogPath, apiCatalogPath, contractPath, llmsFullPath, llmsPath } from "#lib/contract/addresses.ts";
import { getPathnames, type Href } from "#lib/i18n/paths.ts";
import { getSiteSettings } from "#lib/server/site.ts";

export const dynamic = "force-dynamic";

/** Pages that are useless to crawlers, because people reach them only through a form or a mail. */
const formPages: Href[] = [
  "/evaluation/send",
  "/evaluation/refused",
  "/evaluation/result",
  "/evaluation/reminder",
  "/contact/send",
  "/contact/refused",
  "/contact/sent",
  "/consent",
  "/consent/send",
  "/consent/refused",
  "/consent/done",
  "/changes/subscription",
  "/changes/subscription/send",
];

export default function robots(): MetadataRoute.Robots {
  const { url } = getSiteSettings();
  return {
    rules: {
      userAgent: "*",
      // `/` covers the other paths. They are listed for assistants that look for explicit permission.
      allow: ["/", contractPath, "/api/catalog", apiCatalogPath, aiCatalogPath, llmsPath, llmsFullPath],
      disallow: ["/admin", ...formPages.flatMap((href) => Object.values(getPathnames(href)))],
    },
    sitemap: `${url}/sitemap.xml`,
  };
}
