/** The page where an entry is edited. */
export function editPath(slug: string): string {
  return slug ? `/admin/catalog/${encodeURIComponent(slug)}` : "/admin/catalog/new";
}

/** A form with a whole document in it: twice the largest one, as a browser escapes it. */
export const documentFormBytesMax = 12 * 1024 * 1024;
