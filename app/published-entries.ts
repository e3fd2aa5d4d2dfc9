import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { AppError } from "#lib/domain/errors.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";

/** The published entries for a page that stands without them: none while the database is away. */
export async function publishedEntriesIfAny(): Promise<ApiCatalogEntry[]> {
  try {
    return await listCatalogApis({});
  } catch (error) {
    if (error instanceof AppError && error.kind === "unavailable") return [];
    throw error;
  }
}
