import "server-only";
import { LRUCache } from "lru-cache";
import type { ApiCatalogEntry, CatalogQuery } from "../../domain/catalog/schema.ts";
import { searchWords } from "../../domain/catalog/search-text.ts";
import { isStorable } from "../../domain/text.ts";
import { database } from "../db.ts";
import { answerMilliseconds, type EntryVersion, readEntries } from "./entries.ts";

const entriesMax = 5_000;

const cache = new LRUCache<string, ApiCatalogEntry[]>({
  ttl: answerMilliseconds,
  maxSize: entriesMax,
  sizeCalculation: (entries) => entries.length + 1,
  fetchMethod: async (key) => readEntries(await findVersions(key.split(" ").filter(Boolean))),
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

/** The two longest words are conditions of their own: those can use the trigram index. */
function findVersions(words: string[]): Promise<EntryVersion[]> {
  if (!words.length) {
    return database(
      (db) => db.$queryRaw<EntryVersion[]>`
        SELECT id, xmin::text FROM catalog_entries WHERE published ORDER BY sort_title, id`,
    );
  }
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  const [first, second = first] = patterns;
  return database(
    (db) => db.$queryRaw<EntryVersion[]>`
      SELECT id, xmin::text FROM catalog_entries
      WHERE published AND search_text LIKE ${first} AND search_text LIKE ${second}
        AND search_text LIKE ALL (${patterns})
      ORDER BY search_title LIKE ALL (${patterns}) DESC, sort_title, id`,
  );
}
