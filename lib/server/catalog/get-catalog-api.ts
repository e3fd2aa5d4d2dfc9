import "server-only";
import { LRUCache } from "lru-cache";
import type { ApiCatalogEntry, CatalogKey } from "../../domain/catalog/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { isStorable } from "../../domain/schema-kit.ts";
import { database } from "../db.ts";
import { reuseMilliseconds } from "./entries.ts";
import { readPublishedCatalog } from "./published.ts";

/** Slugs that were asked for and are not in the catalog as read last. */
const others = new LRUCache<string, { isPublished: boolean }>({
  ttl: reuseMilliseconds,
  max: 500,
  // A slug that is evicted while it is being looked up is still answered.
  ignoreFetchAbort: true,
  fetchMethod: async (slug) => {
    const found = await database(
      (db) => db.catalogEntry.findFirst({ where: { slug, published: true }, select: { id: true } }),
      "catalog",
    );
    return { isPublished: found !== null };
  },
});

/**
 * One published entry (spec 4), a new one at once. Returns the same object until the entry changes.
 * @throws AppError `not_found`, `unavailable`
 */
export async function getCatalogApi({ slug }: CatalogKey): Promise<ApiCatalogEntry> {
  const entry = (await readPublishedCatalog()).bySlug.get(slug) ?? (await findNew(slug));
  // Unpublished looks exactly like missing: a different answer would let strangers list our drafts.
  if (!entry) throw new AppError("not_found", "There is no API with this slug.");
  return entry;
}

async function findNew(slug: string): Promise<ApiCatalogEntry | undefined> {
  if (!isStorable(slug) || !(await others.forceFetch(slug)).isPublished) return undefined;
  return (await readPublishedCatalog({ isFresh: true })).bySlug.get(slug);
}
