import "server-only";
import { missingForReaders } from "../../../domain/catalog/editor/missing-language.ts";
import type { SeenEntry } from "../../../domain/catalog/editor/seen-entry.ts";
import type { Operator } from "../../../domain/desk/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import type { RequestContext } from "../../../domain/request-context.ts";
import { changeCatalog, nextUpdate, seenEntry } from "./change-catalog.ts";

/**
 * Puts an entry on the site and into the API; returns its slug. One that is there already stays as it is.
 * @throws AppError `invalid_input` when a title or description is missing in one language; `conflict`, `not_found`,
 * `unavailable`.
 */
export function publishEntry(
  operator: Operator,
  seen: SeenEntry,
  { now }: Pick<RequestContext, "now">,
): Promise<string> {
  return changeCatalog(operator, now, async (transaction) => {
    const entry = await seenEntry(transaction, seen);
    const { slug } = entry;
    if (entry.published) return { result: slug };
    if (missingForReaders(entry).length) {
      throw new AppError("invalid_input", "An entry is published with a title and a description in both languages.");
    }
    const data = { published: true, updatedAt: nextUpdate(entry, now) };
    await transaction.catalogEntry.update({ where: { id: entry.id }, data, select: { id: true } });
    return { result: slug, note: { action: "catalog_entry_published", slug } };
  });
}
