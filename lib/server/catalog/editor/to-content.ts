import "server-only";
import type { EntryContent } from "../../../domain/catalog/editor/content.ts";
import type { ApiCatalogEntry } from "../../../domain/catalog/schema.ts";

/** What an operator edits of a stored entry. */
export function toContent({ id: _, published: __, updatedAt: ___, ...content }: ApiCatalogEntry): EntryContent {
  return content;
}
