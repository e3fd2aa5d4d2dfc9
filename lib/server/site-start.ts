import "server-only";
import { company } from "../../content/company.ts";
import { en } from "../../content/en.ts";
import { es } from "../../content/es.ts";
import { listFutureDates, SiteContent } from "../domain/company.ts";
import { joinSiteContent } from "../domain/company-files.ts";
import { mapLocales } from "../i18n/locales.ts";
import { siteMessages } from "../i18n/texts.ts";
import { env } from "./env.ts";

let known: SiteContent | undefined;

/**
 * Returns the content that the first start stores.
 * @param name must be passed before the database is open: env() would keep an environment without DATABASE_URL
 * @throws Error that lists one fault per line
 */
export function readStartContent(name = env().SITE_NAME): SiteContent {
  known ??= parseStartContent(buildStartContent(name), new Date().toISOString().slice(0, 10));
  return known;
}

function buildStartContent(name: string): object {
  const pickInBothLanguages = (pick: (home: (typeof siteMessages)["en"]["home"]) => string) =>
    mapLocales((locale) => pick(siteMessages[locale].home));
  const start = {
    name,
    headline: pickInBothLanguages(({ headline }) => headline),
    lead: pickInBothLanguages(({ lead }) => lead),
    region: pickInBothLanguages(({ region }) => region),
    smallest: pickInBothLanguages(({ who }) => who.budget.title),
  };
  return joinSiteContent(start, company, { en, es });
}

/** @param today `YYYY-MM-DD` */
export function parseStartContent(content: object, today: string): SiteContent {
  const { data, error } = SiteContent.safeParse(content);
  const faults = data
    ? listFutureDates(data, today).map((field) => `${field} must not be in the future`)
    : error.issues.map((issue) => {
        const { rule, length } = issue.code === "custom" ? (issue.params ?? {}) : {};
        const given = rule === "too_long" || rule === "too_short" ? `, and has ${length}` : "";
        return [issue.path.join("."), `${issue.message}${given}`].filter(Boolean).join(" ");
      });
  if (data && !faults.length) return data;
  throw new Error(`The company's content is wrong:\n${faults.map((fault) => `  content/: ${fault}`).join("\n")}`);
}
