import "server-only";
import { LRUCache } from "lru-cache";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { database } from "../db.ts";
import { oncePerProcess } from "../once-per-process.ts";
import { type EntryVersion, readEntries, reuseMilliseconds } from "./entries.ts";

/** All published entries at one time, by English title and id. */
export type PublishedCatalog = {
  /** Another number for every other content. */
  version: number;
  entries: ApiCatalogEntry[];
  bySlug: ReadonlyMap<string, ApiCatalogEntry>;
};

const latest = oncePerProcess("published catalog", () => ({
  version: 0,
  cache: new LRUCache<"catalog", PublishedCatalog>({
    max: 1,
    ttl: reuseMilliseconds,
    fetchMethod: (_key, before) => read(before),
  }),
}));

/**
 * One query a second at most, unless `isFresh` is asked for. Returns the same object until an entry changes.
 * @throws AppError `unavailable`
 */
export function readPublishedCatalog({ isFresh = false } = {}): Promise<PublishedCatalog> {
  return latest.cache.forceFetch("catalog", { forceRefresh: isFresh });
}

async function read(before: PublishedCatalog | undefined): Promise<PublishedCatalog> {
  const versions = await database(
    (db) => db.$queryRaw<EntryVersion[]>`
      SELECT id, xmin::text FROM catalog_entries WHERE published ORDER BY sort_title, id`,
    "catalog",
  );
  const entries = await readEntries(versions);
  const isSame =
    before?.entries.length === entries.length && before.entries.every((entry, at) => entry === entries[at]);
  if (isSame) return before;
  latest.version += 1;
  return { version: latest.version, entries, bySlug: new Map(entries.map((entry) => [entry.slug, entry])) };
}
