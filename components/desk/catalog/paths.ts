import type { Locale } from "#lib/domain/locale.ts";

export type EntryChange = "publish" | "unpublish" | "delete";

export const catalogPaths = {
  list: "/admin/catalog",
  new: "/admin/catalog/new",
  import: "/admin/catalog/import",
  edit: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}`,
  confirm: (slug: string, change: EntryChange) => `/admin/catalog/${encodeURIComponent(slug)}/${change}`,
  preview: (slug: string, locale: Locale) => `/admin/catalog/${encodeURIComponent(slug)}/preview?language=${locale}`,
};
