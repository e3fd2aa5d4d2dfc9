import "server-only";
import { company } from "../../content/company.ts";
import { en } from "../../content/en.ts";
import { es } from "../../content/es.ts";
import { type Company, readCompany } from "../domain/company.ts";
import type { Locale } from "../domain/locale.ts";
import { env, siteUrl } from "./env.ts";

export type Site = {
  name: string;
  url: string;
  contactEmail: string;
  timeZone: string;
  company: Record<Locale, Company>;
};

const companies = readCompany(company, { en, es });

/** The company that the pages name. */
export function site(): Site {
  const { SITE_NAME: name, CONTACT_EMAIL: contactEmail, TIME_ZONE: timeZone } = env();
  return { name, url: siteUrl(), contactEmail, timeZone, company: companies };
}
