import { listKeys } from "../domain/json.ts";
import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type Company, readStoredContent, SiteContent, toCompany } from "../domain/company.ts";
import { AppError } from "../domain/errors.ts";
import type { Locale } from "../domain/locale.ts";
import { mapLocales } from "../i18n/locales.ts";
import { rawDatabase } from "./db.ts";
import { env, getSiteUrl } from "./env.ts";
import { defaultContactEmail, defaultSiteName } from "./env-schema.ts";
import { defaultSchedulingUrl } from "./env-services.ts";
import { Prisma } from "./generated/prisma/client.ts";
import { describeError, log } from "./log.ts";
import { oncePerProcess } from "./process.ts";
import { readStartContent } from "./site-start.ts";

/** Settings of the site from the environment. */
type SiteSettings = {
  url: string;
  contactEmail: string;
  timeZone: string;
  /** True if the contact address or the booking link is a placeholder. The pages then make no real offer. */
  isDemonstration: boolean;
};

/** Settings together with the content published at the desk. */
export type Site = SiteSettings & { name: string; company: Record<Locale, Company> };

export function getSiteSettings(): SiteSettings {
  const { CONTACT_EMAIL: contactEmail, SCHEDULING_URL, TIME_ZONE: timeZone } = env();
  const isDemonstration = contactEmail === defaultContactEmail || SCHEDULING_URL === defaultSchedulingUrl;
  return { url: getSiteUrl(), contactEmail, timeZone, isDemonstration };
}

export function toSite(content: SiteContent): Site {
  return { ...getSiteSettings(), name: content.name, company: mapLocales((locale) => toCompany(content, locale)) };
}

/** Maximum delay before a published change becomes visible. */
const reuseMilliseconds = 1_000;
/** Pages show the last known content instead of waiting longer for the database. */
const waitMilliseconds = 300;

type KnownSite = { key: string; number: number; site: Site };
const seen = oncePerProcess("site", (): { known?: KnownSite; reads: LRUCache<"site", KnownSite> } => ({
  reads: new LRUCache<"site", KnownSite>({ max: 1, ttl: reuseMilliseconds, fetchMethod: refreshKnownSite }),
}));

/** During an outage, returns the last known content, or else the content that a first start would store. */
export async function readSite(): Promise<Site> {
  return (await readKnownSite()).site;
}

/** The number changes whenever the site does, and never repeats. Never throws. */
export async function readSiteNumber(): Promise<number> {
  return (await readKnownSite()).number;
}

async function readKnownSite(): Promise<KnownSite> {
  const { known, reads } = seen;
  const reading = reads.get("site") ?? reads.forceFetch("site");
  return known ? Promise.race([reading, sleep(waitMilliseconds, known, { ref: false })]) : reading;
}

async function refreshKnownSite(): Promise<KnownSite> {
  const { known } = seen;
  const setKnownSite = (key: string, content: SiteContent) => {
    seen.known = { key, number: (known?.number ?? 0) + 1, site: toSite(content) };
    return seen.known;
  };
  try {
    const row = await findPublishedVersion(known?.key ?? "");
    if (row && row.key !== known?.key) return setKnownSite(row.key, parseStoredContent(row.content));
  } catch (error) {
    if (!(error instanceof AppError)) log().error({ error: describeError(error) }, "The site's content was not read.");
  }
  return known ?? setKnownSite("", readStartContent());
}

export const isPublic = Prisma.sql`action IN ('started', 'published')`;

/** `xmin` is the ID of the transaction that wrote the row: after a restore, another row may have the ID. */
async function findPublishedVersion(known: string): Promise<{ key: string; content: unknown } | undefined> {
  const [row] = await rawDatabase("catalog").$queryRaw<{ key: string; content: unknown }[]>`
    SELECT concat(id, ' ', xmin) AS key, CASE WHEN concat(id, ' ', xmin) = ${known} THEN NULL ELSE content END AS content
    FROM site_versions WHERE ${isPublic} ORDER BY id DESC LIMIT 1`;
  return row;
}

/** Never fails, because an older or newer version may have stored the content. */
export function parseStoredContent(stored: unknown): SiteContent {
  const { data, error } = SiteContent.safeParse(stored);
  if (data) return data;
  const fields = error.issues.map(({ path }) => path.join("."));
  log().warn({ fields }, "The site's content has fields that this version cannot read.");
  return readStoredContent(stored, readStartContent());
}

/** Lists sources that only the first start reads and that differ from the published site. Empty before that start. */
export async function listIgnoredSources(): Promise<string[]> {
  const row = await findPublishedVersion("");
  if (!row) return [];
  const { name, headline: _, lead: __, region: ___, smallest: ____, ...files } = readStartContent();
  const published = parseStoredContent(row.content);
  const isFilled = (value: unknown) => !Array.isArray(value) || value.length > 0;
  const hasOtherFiles = listKeys(files).some(
    (key) => isFilled(files[key]) && JSON.stringify(files[key]) !== JSON.stringify(published[key]),
  );
  return [
    ...(name !== defaultSiteName && name !== published.name ? ["SITE_NAME"] : []),
    ...(hasOtherFiles ? ["content/"] : []),
  ];
}
