import type { ApiCatalogEntry } from "#lib/domain/catalog/schema.ts";
import { onKind } from "#lib/domain/errors.ts";
import { listCatalogApis } from "#lib/server/catalog/list-catalog-apis.ts";

/** Lists the published entries, or none while the database is unavailable, for pages that work without them. */
export const listPublishedEntries = () => listCatalogApis({}).catch(onKind("unavailable", (): ApiCatalogEntry[] => []));
