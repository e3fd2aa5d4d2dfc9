import "server-only";
import type { EntryContent } from "../../../domain/catalog/editor/content.ts";
import type { Operator } from "../../../domain/desk/operator.ts";
import type { RequestContext } from "../../../domain/request-context.ts";
import { insertEntries } from "../insert-entries.ts";
import { type AuditNote, changeCatalog } from "./change-catalog.ts";

/**
 * Stores a new entry, unpublished. False: the slug belongs to another entry, and nothing was stored.
 * @throws AppError `unavailable`
 */
export function createEntry(
  operator: Operator,
  content: EntryContent,
  { now }: Pick<RequestContext, "now">,
  { isImport = false }: { isImport?: boolean } = {},
): Promise<boolean> {
  return changeCatalog(operator, now, async (transaction) => {
    const stored = await insertEntries(transaction, [{ ...content, published: false }], now);
    if (!stored) return { result: false };
    const { slug } = content;
    const note: AuditNote = isImport
      ? { action: "catalog_imported", slug, details: { isNew: true } }
      : { action: "catalog_entry_created", slug };
    return { result: true, note };
  });
}
