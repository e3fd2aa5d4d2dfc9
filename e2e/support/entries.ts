import type { CatalogDraft } from "../../lib/domain/catalog/schema.ts";
import { listCharacterPairs, toSearchText, toSearchTitle, toSortTitle } from "../../lib/domain/catalog/search.ts";
import { query, randomWord } from "./test.ts";

export function makeDraft(change: Partial<CatalogDraft> = {}): CatalogDraft {
  return {
    slug: `entry-${randomWord()}`,
    titleEn: "Test entry",
    titleEs: "Entrada de prueba",
    descriptionEn: "Written by a test.",
    descriptionEs: "Escrita por una prueba.",
    useCasesEn: ["One use"],
    useCasesEs: ["Un uso"],
    endpoints: ["GET /v1/things"],
    services: [],
    docsUrl: null,
    swaggerUrl: null,
    spec: { openapi: "3.1.0" },
    published: true,
    ...change,
  };
}

/** Stores an entry like a save in the editor would. Replaces an entry with the same slug. @returns its id */
export async function storeEntry(entry: CatalogDraft, updatedAt = new Date()): Promise<number> {
  const columns = {
    slug: entry.slug,
    title_en: entry.titleEn,
    title_es: entry.titleEs,
    description_en: entry.descriptionEn,
    description_es: entry.descriptionEs,
    use_cases_en: entry.useCasesEn,
    use_cases_es: entry.useCasesEs,
    endpoints: entry.endpoints,
    services: JSON.stringify(entry.services),
    docs_url: entry.docsUrl,
    swagger_url: entry.swaggerUrl,
    spec: JSON.stringify(entry.spec),
    published: entry.published,
    updated_at: updatedAt,
    search_text: toSearchText(entry),
    search_pairs: listCharacterPairs(toSearchText(entry)),
    search_title: toSearchTitle(entry),
    sort_title: toSortTitle(entry),
  };
  const names = Object.keys(columns);
  const [row] = await query<{ id: number }>(
    `INSERT INTO catalog_entries (${names.join(", ")}) VALUES (${names.map((_, at) => `$${at + 1}`).join(", ")})
     ON CONFLICT (slug) DO UPDATE SET ${names.map((name) => `${name} = EXCLUDED.${name}`).join(", ")}
     RETURNING id`,
    Object.values(columns),
  );
  return row?.id ?? 0;
}
