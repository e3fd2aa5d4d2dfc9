import "server-only";
import { z } from "zod";
import { type ApiCatalogEntry, ApiCatalogService } from "../../domain/catalog/schema.ts";
import { isJsonObject, type JsonObject } from "../../domain/json.ts";
import type { CatalogEntryModel } from "../generated/prisma/models/CatalogEntry.ts";

const services = z.array(ApiCatalogService);
const spec = z.custom<JsonObject>(isJsonObject);

/** The columns that leave: a row's search columns do not. */
export const publicColumns = {
  id: true,
  slug: true,
  titleEn: true,
  titleEs: true,
  descriptionEn: true,
  descriptionEs: true,
  useCasesEn: true,
  useCasesEs: true,
  endpoints: true,
  services: true,
  docsUrl: true,
  swaggerUrl: true,
  spec: true,
  published: true,
  updatedAt: true,
} as const;

export type PublicRow = Pick<CatalogEntryModel, keyof typeof publicColumns>;

export function toEntry(row: PublicRow): ApiCatalogEntry {
  return {
    ...row,
    services: services.parse(row.services),
    spec: spec.parse(row.spec),
    updatedAt: row.updatedAt.toISOString(),
  };
}
