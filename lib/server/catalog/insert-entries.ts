import "server-only";
import type { CatalogDraft } from "../../domain/catalog/schema.ts";
import type { Prisma, PrismaClient } from "../generated/prisma/client.ts";
import { toRow } from "./to-row.ts";

/**
 * Stores entries whose slug is not taken and returns how many. SQL, because the client's own create drops a property
 * named __proto__ from a spec.
 */
export function insertEntries(
  db: PrismaClient | Prisma.TransactionClient,
  drafts: CatalogDraft[],
  updatedAt: Date,
): Promise<number> {
  const rows = JSON.stringify(drafts.map((draft) => toRow(draft, updatedAt)));
  return db.$executeRaw`
    INSERT INTO catalog_entries (slug, title_en, title_es, description_en, description_es, use_cases_en, use_cases_es,
      endpoints, services, docs_url, swagger_url, spec, published, updated_at, search_text, search_pairs, search_title,
      sort_title)
    SELECT * FROM json_to_recordset(${rows}::json) AS rows ("slug" text, "titleEn" text, "titleEs" text,
      "descriptionEn" text, "descriptionEs" text, "useCasesEn" text[], "useCasesEs" text[], "endpoints" text[],
      "services" json, "docsUrl" text, "swaggerUrl" text, "spec" json, "published" boolean, "updatedAt" timestamptz,
      "searchText" text, "searchPairs" text[], "searchTitle" text, "sortTitle" text)
    ON CONFLICT (slug) DO NOTHING`;
}
