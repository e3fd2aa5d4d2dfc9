import "server-only";
import { LRUCache } from "lru-cache";
import { type CatalogSearch, searchEntries } from "../../domain/catalog/rank.ts";
import type { ApiCatalogEntry, CatalogQuery } from "../../domain/catalog/schema.ts";
import { listCountedWords } from "../../domain/catalog/search-words.ts";
import { fold } from "../../domain/fold.ts";
import { isStorable } from "../../domain/schema-kit.ts";
import { oncePerProcess } from "../once-per-process.ts";
import { readPublished } from "./entries.ts";
import { readCatalogVersion, readFreshVersion } from "./version.ts";

type Found = CatalogSearch<ApiCatalogEntry>;

/** By catalog version: the current one, and the one that readers still have for a moment. */
const lists = oncePerProcess(
  "catalog lists",
  () =>
    new LRUCache<number, ApiCatalogEntry[]>({
      max: 2,
      // Returns a list even if the cache evicts it while it is being read.
      ignoreFetchAbort: true,
      fetchMethod: readPublished,
    }),
);

/** Maximum number of entries in all kept results, which only refer to entries and so use little memory. */
const entriesMax = 100_000;

/** By catalog version and search words. */
const searches = oncePerProcess(
  "catalog searches",
  () => new LRUCache<string, Found>({ maxSize: entriesMax, sizeCalculation: ({ entries }) => entries.length + 1 }),
);

/** Lists published entries, best first (contract 4, rule 4). Returns the same array until an entry changes. */
export async function listCatalogApis(query: CatalogQuery): Promise<ApiCatalogEntry[]> {
  const { entries } = await searchCatalog(query);
  return entries;
}

/** Finds an entry that was stored a moment ago as well, unless the search was made before. */
export async function searchCatalog({ search: text = "" }: CatalogQuery): Promise<Found> {
  if (!isStorable(text)) return { entries: [], near: null };
  const version = await readCatalogVersion();
  if (!fold(text).trim()) return { entries: await lists.forceFetch(version), near: null };
  const words = listCountedWords(text);
  // Stop words alone ask for nothing.
  if (!words.length) return { entries: [], near: { meant: [], leftOut: [], hasCorrection: false } };
  const toKey = (number: number) => [number, ...words].join(" ");
  const known = searches.get(toKey(version));
  if (known) return known;
  const current = await readFreshVersion();
  const found = searches.get(toKey(current)) ?? searchEntries(await lists.forceFetch(current), words);
  searches.set(toKey(current), found);
  return found;
}

/** Finds one that was stored a moment ago as well. Returns the same object until the entry changes. */
export async function findPublished(slug: string): Promise<ApiCatalogEntry | undefined> {
  for (const readVersion of [readCatalogVersion, readFreshVersion]) {
    const entries = await lists.forceFetch(await readVersion());
    const entry = entries.find((each) => each.slug === slug);
    if (entry) return entry;
  }
  return undefined;
}

const relatedMax = 3;

/** Lists at most three published entries near a text, which is not kept. Returns none while the database is away. */
export async function listRelatedApis(text: string): Promise<ApiCatalogEntry[]> {
  const words = listCountedWords(text);
  const all = words.length ? await listCatalogApis({}).catch(() => []) : [];
  return searchEntries(all, words).entries.slice(0, relatedMax);
}
