import "server-only";
import type { SeenEntry } from "../../../domain/catalog/editor/seen-entry.ts";
import type { Operator } from "../../../domain/desk/operator.ts";
import type { RequestContext } from "../../../domain/request-context.ts";
import { changeCatalog, seenEntry } from "./change-catalog.ts";

/**
 * Removes an entry for good; returns its slug.
 * @throws AppError `conflict`, `not_found`, `unavailable`
 */
export function deleteEntry(
  operator: Operator,
  seen: SeenEntry,
  { now }: Pick<RequestContext, "now">,
): Promise<string> {
  return changeCatalog(operator, now, async (transaction) => {
    const { id, slug, published } = await seenEntry(transaction, seen);
    await transaction.catalogEntry.delete({ where: { id }, select: { id: true } });
    return { result: slug, note: { action: "catalog_entry_deleted", slug, details: { wasPublished: published } } };
  });
}
