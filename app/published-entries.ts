import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { AppError } from "#lib/domain/errors.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";

/** None while the database is away, for pages that can do without. */
export async function listPublishedEntries(): Promise<ApiCatalogEntry[]> {
  try {
    return await listCatalogApis({});
  } catch (error) {
    if (error instanceof AppError && error.kind === "unavailable") return [];
    throw error;
  }
}
