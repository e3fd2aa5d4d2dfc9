import "server-only";
import { LRUCache } from "lru-cache";
import type { ApiCatalogEntry, CatalogKey } from "../../domain/catalog/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { isStorable } from "../../domain/text.ts";
import { database } from "../db.ts";
import { cacheMilliseconds } from "./cache.ts";
import { publicColumns, toEntry } from "./to-entry.ts";

const cache = new LRUCache<string, ApiCatalogEntry>({ ttl: cacheMilliseconds, max: 500, fetchMethod: read });

/**
 * One published entry (spec 4). The same object is handed out for a second.
 * @throws AppError `not_found`, `unavailable`
 */
export async function getCatalogApi({ slug }: CatalogKey): Promise<ApiCatalogEntry> {
  // Unpublished looks exactly like missing: a different answer would let strangers list our drafts.
  const entry = isStorable(slug) ? await cache.fetch(slug) : undefined;
  if (!entry) throw new AppError("not_found", "There is no API with this slug.");
  return entry;
}

async function read(slug: string): Promise<ApiCatalogEntry | undefined> {
  const row = await database((db) =>
    db.catalogEntry.findUnique({ where: { slug, published: true }, select: publicColumns }),
  );
  return row ? toEntry(row) : undefined;
}
