import type { Page } from "@playwright/test";
import type { CatalogDraft } from "../../lib/domain/catalog/schema.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { makeDraft, storeEntry } from "./entries.ts";
import type { Locale } from "./site.ts";

export function getCatalogPath(locale: Locale, search?: string): string {
  return (
    getPathname({ href: "/catalog", locale }) + (search === undefined ? "" : `?${new URLSearchParams({ search })}`)
  );
}

export function getEntryPath(locale: Locale, slug: string): string {
  return getPathname({ href: { pathname: "/catalog/[slug]", params: { slug } }, locale });
}

export const getCards = (page: Page) => page.getByRole("article");
export const getCountLine = (page: Page) => page.getByRole("main").getByRole("status").first();
export const getSearchBox = (page: Page) => page.getByRole("searchbox");
export const getTitle = (entry: CatalogDraft, locale: Locale) => (locale === "en" ? entry.titleEn : entry.titleEs);

/** Titles of two sample entries, which every database has. */
export const prizeDraws = { en: "Prize draws", es: "Sorteos" };
export const shipments = { en: "Prize shipment tracking", es: "Seguimiento de envíos de premios" };

export async function storeNewEntry(change: Partial<CatalogDraft>): Promise<CatalogDraft> {
  const entry = makeDraft(change);
  await storeEntry(entry);
  return entry;
}
