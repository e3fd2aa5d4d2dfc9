import "server-only";
import { env, siteUrl } from "./env.ts";

export type Site = { name: string; url: string; contactEmail: string };

/** Who the pages speak for. Static pages keep what was set when they were built. */
export function site(): Site {
  return { name: env().SITE_NAME, url: siteUrl(), contactEmail: env().CONTACT_EMAIL };
}
