import "server-only";
import { LRUCache } from "lru-cache";
import type { ApiCatalogEntry, CatalogKey } from "../../domain/catalog/schema.ts";
import { AppError, onKind } from "../../domain/errors.ts";
import { contactFields } from "../../domain/submissions/core/schema.ts";
import { isStorable } from "../../domain/text-bounds.ts";
import { rawDatabase } from "../db.ts";
import { type EntryVersion, readCatalogVersion, readEntries } from "./entries.ts";

/** A key consists of the catalog version and the slug. */
const cache = new LRUCache<string, ApiCatalogEntry, string>({
  max: 2_000,
  // Returns an entry even if the cache evicts it while it is being read.
  ignoreFetchAbort: true,
  fetchMethod: (_key, _before, { context: slug }) => readPublishedEntry(slug),
});

/** Returns a published entry, as the same object until the entry changes (contract 4). @throws AppError `not_found` */
export async function getCatalogApi({ slug }: CatalogKey): Promise<ApiCatalogEntry> {
  // An unpublished entry looks exactly like a missing one: a different answer would let strangers list our drafts.
  const key = `${await readCatalogVersion()} ${slug}`;
  const entry = isStorable(slug) ? await cache.fetch(key, { context: slug }) : undefined;
  if (!entry) throw new AppError("not_found", "There is no API with this slug.");
  return entry;
}

async function readPublishedEntry(slug: string): Promise<ApiCatalogEntry | undefined> {
  const versions = await rawDatabase("catalog").$queryRaw<EntryVersion[]>`
    SELECT id, xmin::text FROM catalog_entries WHERE slug = ${slug} AND published`;
  const [entry] = await readEntries(versions);
  return entry;
}

/** Returns null for any other text. */
export async function findTopicEntry(given: unknown): Promise<ApiCatalogEntry | null> {
  const slug = contactFields.topic.safeParse(given).data;
  if (slug === undefined) return null;
  return getCatalogApi({ slug }).catch(onKind("not_found", () => null));
}
