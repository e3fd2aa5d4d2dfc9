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

/** The language that the address of a preview asks for; undefined for any other address. */
export function parsePreviewLanguage(address: string): Locale | undefined {
  const url = URL.parse(address, "http://desk.invalid");
  if (!url || !/^\/admin\/catalog\/[^/]+\/preview$/.test(url.pathname)) return undefined;
  return Locale.safeParse(url.searchParams.get("language")).data;
}

/** The draft of an entry; without an id, of a new one. */
export function entryDraft(operatorId: string, id?: number) {
  return { name: `desk.catalog.${operatorId}.${id ?? "new"}` };
}
