import "server-only";
import { env, siteUrl } from "./env.ts";

export type Site = { name: string; url: string; contactEmail: string };

/** The company that the pages name. */
export function site(): Site {
  return { name: env().SITE_NAME, url: siteUrl(), contactEmail: env().CONTACT_EMAIL };
}
