import "server-only";
import type { SeenEntry } from "../../../domain/catalog/editor/seen-entry.ts";
import type { Operator } from "../../../domain/desk/operator.ts";
import type { RequestContext } from "../../../domain/request-context.ts";
import { changeCatalog, nextUpdate, seenEntry } from "./change-catalog.ts";

/**
 * Takes an entry off the site and out of the API; returns its slug. One that is not there stays as it is.
 * @throws AppError `conflict`, `not_found`, `unavailable`
 */
export function unpublishEntry(
  operator: Operator,
  seen: SeenEntry,
  { now }: Pick<RequestContext, "now">,
): Promise<string> {
  return changeCatalog(operator, now, async (transaction) => {
    const entry = await seenEntry(transaction, seen);
    const { slug } = entry;
    if (!entry.published) return { result: slug };
    const data = { published: false, updatedAt: nextUpdate(entry, now) };
    await transaction.catalogEntry.update({ where: { id: entry.id }, data, select: { id: true } });
    return { result: slug, note: { action: "catalog_entry_unpublished", slug } };
  });
}
