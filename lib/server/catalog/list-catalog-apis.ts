import "server-only";
import { LRUCache } from "lru-cache";
import type { ApiCatalogEntry, CatalogQuery } from "../../domain/catalog/schema.ts";
import { listPairs, toSearchWords } from "../../domain/catalog/search.ts";
import { isStorable } from "../../domain/schema-kit.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { oncePerProcess } from "../once-per-process.ts";
import { type EntryVersion, readEntries } from "./entries.ts";
import { readCatalogVersion } from "./version.ts";

/** Of all lists together; they hold references. */
const entriesMax = 100_000;

/** By version of the catalog and words. */
const cache = oncePerProcess(
  "catalog lists",
  () =>
    new LRUCache<string, ApiCatalogEntry[], string[]>({
      maxSize: entriesMax,
      sizeCalculation: (entries) => entries.length + 1,
      // A list that is evicted while it is being read is still returned.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _before, { context: words }) => readEntries(await findVersions(words)),
    }),
);

/**
 * The published entries that contain every word of `search` (spec 4, rule 4): title matches first, then by English title
 * and id. Returns the same array until an entry changes.
 * @throws AppError `unavailable`
 */
export async function listCatalogApis({ search = "" }: CatalogQuery): Promise<ApiCatalogEntry[]> {
  if (!isStorable(search)) return [];
  const words = toSearchWords(search);
  return cache.forceFetch([await readCatalogVersion(), ...words].join(" "), { context: words });
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

/** Words come longest first: the first two narrow the search through the index, and one condition checks the rest. */
function toConditions([longest = ""]: string[], patterns: string[]): Prisma.Sql[] {
  const [first, second] = patterns;
  if (!hasTrigram(longest)) {
    return [Prisma.sql`search_pairs @> ${listPairs(longest)}`, Prisma.sql`search_text LIKE ALL (${patterns})`];
  }
  const byIndex = [first, second].flatMap((pattern) => (pattern ? [Prisma.sql`search_text LIKE ${pattern}`] : []));
  return patterns.length > 2 ? [...byIndex, Prisma.sql`search_text LIKE ALL (${patterns.slice(2)})`] : byIndex;
}

/** Postgres builds trigrams only from letters and digits. */
function hasTrigram(word: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(word);
}
