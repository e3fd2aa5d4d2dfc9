import "server-only";
import type { ApiCatalogEntry } from "../../../domain/catalog/schema.ts";
import type { Operator } from "../../../domain/desk/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import { isStorable } from "../../../domain/text.ts";
import { database } from "../../db.ts";
import { toEntry } from "../to-entry.ts";

/**
 * One entry, published or not, as it is stored at this moment.
 * @throws AppError `not_found`, `unavailable`
 */
export async function getDraft(_operator: Operator, slug: string): Promise<ApiCatalogEntry> {
  const row = isStorable(slug)
    ? await database(
        (db) =>
          db.catalogEntry.findUnique({
            where: { slug },
            omit: { searchText: true, searchPairs: true, searchTitle: true, sortTitle: true },
          }),
        "desk",
      )
    : null;
  if (!row) throw new AppError("not_found", "There is no entry with this slug.");
  return toEntry(row);
}
