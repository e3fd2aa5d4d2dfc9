import "server-only";
import { company } from "../../content/company.ts";
import { en } from "../../content/en.ts";
import { es } from "../../content/es.ts";
import { type Company, readCompany } from "../domain/company.ts";
import type { Locale } from "../domain/locale.ts";
import { env, siteUrl } from "./env.ts";
import { defaultSchedulingUrl } from "./env-booking.ts";
import { defaultContactEmail } from "./env-schema.ts";

export type Site = {
  name: string;
  url: string;
  contactEmail: string;
  timeZone: string;
  company: Record<Locale, Company>;
  /** True if the contact address or the booking link is a placeholder. The pages then make no real offer. */
  isDemonstration: boolean;
};

let known: Record<Locale, Company> | undefined;

/** Reads `content/`, which does not depend on the environment. @throws Error that lists one fault per line */
export function readContent(): Record<Locale, Company> {
  known ??= readCompany(company, { en, es }, new Date().toISOString().slice(0, 10));
  return known;
}

export function site(): Site {
  const { SITE_NAME: name, CONTACT_EMAIL: contactEmail, SCHEDULING_URL, TIME_ZONE: timeZone } = env();
  const isDemonstration = contactEmail === defaultContactEmail || SCHEDULING_URL === defaultSchedulingUrl;
  return { name, url: siteUrl(), contactEmail, timeZone, company: readContent(), isDemonstration };
}
