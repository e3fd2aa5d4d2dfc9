import { Locale } from "#lib/domain/locale.ts";

export const catalogPaths = {
  list: "/admin/catalog",
  new: "/admin/catalog/new",
  import: "/admin/catalog/import",
  edit: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}`,
  history: (slug: string, from: number, to?: number) =>
    `/admin/catalog/${encodeURIComponent(slug)}/history?from=${from}${to === undefined ? "" : `&to=${to}`}`,
  versions: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}/history`,
  preview: (slug: string, locale: Locale) => `/admin/catalog/${encodeURIComponent(slug)}/preview?language=${locale}`,
};

/** Returns the language in the path of a preview, or undefined for any other path. */
export function parsePreviewLanguage(address: string): Locale | undefined {
  const url = URL.parse(address, "http://desk.invalid");
  if (!url || !/^\/admin\/catalog\/[^/]+\/preview$/.test(url.pathname)) return undefined;
  return Locale.safeParse(url.searchParams.get("language")).data;
}

/** Returns the storage place of an entry's draft. Without an id, it is the draft of a new entry. */
export function entryDraft(operatorId: string, id?: number) {
  return { name: `desk.catalog.${operatorId}.${id ?? "new"}` };
}
