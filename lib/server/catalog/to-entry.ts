import "server-only";
import * as z from "zod/mini";
import { type ApiCatalogEntry, ApiCatalogService } from "../../domain/catalog/schema.ts";
import { isJsonObject, type JsonObject } from "../../domain/json.ts";
import type { CatalogEntryModel } from "../generated/prisma/models/CatalogEntry.ts";

const services = z.array(ApiCatalogService);
const spec = z.custom<JsonObject>(isJsonObject);

/** The columns that leave: those that search and order need do not. */
export type PublicRow = Omit<CatalogEntryModel, "searchText" | "searchPairs" | "searchTitle" | "sortTitle">;

export function toEntry(row: PublicRow): ApiCatalogEntry {
  return {
    ...row,
    services: services.parse(row.services),
    spec: spec.parse(row.spec),
    updatedAt: row.updatedAt.toISOString(),
  };
}
