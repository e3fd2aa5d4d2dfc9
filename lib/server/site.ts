import "server-only";
import { env, siteUrl } from "./env.ts";

export type Site = { name: string; url: string; contactEmail: string; timeZone: string };

/** The company that the pages name. */
export function site(): Site {
  const { SITE_NAME: name, CONTACT_EMAIL: contactEmail, TIME_ZONE: timeZone } = env();
  return { name, url: siteUrl(), contactEmail, timeZone };
}
