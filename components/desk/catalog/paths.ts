export const catalogPaths = {
  list: "/admin/catalog",
  new: "/admin/catalog/new",
  import: "/admin/catalog/import",
  edit: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}`,
  document: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}/document`,
  versions: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}/history`,
  preview: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}/preview`,
};

export function toEntryDraftPlace(operatorId: string, id?: number) {
  return { name: `desk.catalog.${operatorId}.${id ?? "new"}` };
}
