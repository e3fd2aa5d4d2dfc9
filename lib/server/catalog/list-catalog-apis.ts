import "server-only";
import { LRUCache } from "lru-cache";
import type { ApiCatalogEntry, CatalogQuery } from "../../domain/catalog/schema.ts";
import { listPairs, toSearchWords } from "../../domain/catalog/search.ts";
import { isStorable } from "../../domain/schema-kit.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { type EntryVersion, readEntries, reuseMilliseconds } from "./entries.ts";

const entriesMax = 5_000;

const cache = new LRUCache<string, ApiCatalogEntry[]>({
  ttl: reuseMilliseconds,
  maxSize: entriesMax,
  sizeCalculation: (entries) => entries.length + 1,
  // An answer pushed out of the cache while it is being read is still an answer.
  ignoreFetchAbort: true,
  fetchMethod: async (key) => readEntries(await findVersions(key.split(" ").filter(Boolean))),
});

/**
 * The published entries by English title, then id, or those that hold every word of `search` (spec 4, rule 4), title
 * matches first. The same array is handed out for a second.
 * @throws AppError `unavailable`
 */
export async function listCatalogApis({ search = "" }: CatalogQuery): Promise<ApiCatalogEntry[]> {
  if (!isStorable(search)) return [];
  return cache.forceFetch(toSearchWords(search).join(" "));
}

function findVersions(words: string[]): Promise<EntryVersion[]> {
  if (!words.length) {
    return database(
      (db) => db.$queryRaw<EntryVersion[]>`
        SELECT id, xmin::text FROM catalog_entries WHERE published ORDER BY sort_title, id`,
      "catalog",
    );
  }
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
  return database(
    (db) => db.$queryRaw<EntryVersion[]>`
      SELECT id, xmin::text FROM catalog_entries
      WHERE published AND ${Prisma.join(toConditions(words, patterns), " AND ")}
      ORDER BY search_title LIKE ALL (${patterns}) DESC, sort_title, id`,
    "catalog",
  );
}

/** The words come longest first: the first ones narrow the search by an index, one array holds what is left. */
function toConditions([longest = ""]: string[], patterns: string[]): Prisma.Sql[] {
  const [first, second] = patterns;
  if (!hasTrigram(longest)) {
    return [Prisma.sql`search_pairs @> ${listPairs(longest)}`, Prisma.sql`search_text LIKE ALL (${patterns})`];
  }
  const byIndex = [first, second].flatMap((pattern) => (pattern ? [Prisma.sql`search_text LIKE ${pattern}`] : []));
  return patterns.length > 2 ? [...byIndex, Prisma.sql`search_text LIKE ALL (${patterns.slice(2)})`] : byIndex;
}

/** Postgres makes trigrams of letters and digits alone. */
function hasTrigram(word: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(word);
}
