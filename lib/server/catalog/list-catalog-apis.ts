import "server-only";
import { LRUCache } from "lru-cache";
import type { ApiCatalogEntry, CatalogQuery } from "../../domain/catalog/schema.ts";
import { searchWords } from "../../domain/catalog/search-text.ts";
import { isStorable } from "../../domain/text.ts";
import { database } from "../db.ts";
import { cacheMilliseconds } from "./cache.ts";
import { type PublicRow, publicColumns, toEntry } from "./to-entry.ts";

const cachedEntriesMax = 5_000;

const cache = new LRUCache<string, ApiCatalogEntry[]>({
  ttl: cacheMilliseconds,
  maxSize: cachedEntriesMax,
  sizeCalculation: (entries) => entries.length + 1,
  fetchMethod: (key) => (key === "" ? readAll() : readMatches(key.split(" "))),
});

/**
 * The published entries by English title, then id, or those that hold every word of `search` (spec 4, rule 4), title
 * matches first. The same array is handed out for a second.
 * @throws AppError `unavailable`
 */
export async function listCatalogApis({ search = "" }: CatalogQuery): Promise<ApiCatalogEntry[]> {
  if (!isStorable(search)) return [];
  return cache.forceFetch(searchWords(search).join(" "));
}

async function readAll(): Promise<ApiCatalogEntry[]> {
  const rows = await database((db) =>
    db.catalogEntry.findMany({
      where: { published: true },
      select: publicColumns,
      orderBy: [{ sortTitle: "asc" }, { id: "asc" }],
    }),
  );
  return rows.map(toEntry);
}

/** Each pattern is its own condition where it can narrow the trigram index; one array holds what is left. */
async function readMatches(words: string[]): Promise<ApiCatalogEntry[]> {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const [first = "%", second = first] = patterns;
  const rows = await database(
    (db) => db.$queryRaw<PublicRow[]>`
      SELECT id, slug, title_en AS "titleEn", title_es AS "titleEs", description_en AS "descriptionEn",
        description_es AS "descriptionEs", use_cases_en AS "useCasesEn", use_cases_es AS "useCasesEs", endpoints,
        services, docs_url AS "docsUrl", swagger_url AS "swaggerUrl", spec, published, updated_at AS "updatedAt"
      FROM catalog_entries
      WHERE published AND search_text LIKE ${first} AND search_text LIKE ${second}
        AND search_text LIKE ALL (${patterns})
      ORDER BY search_title LIKE ALL (${patterns}) DESC, sort_title, id`,
  );
  return rows.map(toEntry);
}
