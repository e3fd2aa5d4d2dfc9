import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { AppError } from "#lib/domain/errors.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";

/** Lists the published entries, or none while the database is unavailable, for pages that work without them. */
export async function listPublishedEntries(): Promise<ApiCatalogEntry[]> {
  try {
    return await listCatalogApis({});
  } catch (error) {
    if (error instanceof AppError && error.kind === "unavailable") return [];
    throw error;
  }
}
