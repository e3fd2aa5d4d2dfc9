import "server-only";
import { findRelated } from "../../domain/catalog/related.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { listCatalogApis } from "./list-catalog-apis.ts";

const relatedMax = 3;

/** Lists at most three published entries on the subject of a text. Returns none while the database is unavailable. */
export async function listRelatedApis(text: string): Promise<ApiCatalogEntry[]> {
  return findRelated(text, await listCatalogApis({}).catch(() => []), relatedMax);
}
