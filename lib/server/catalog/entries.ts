import "server-only";
import { LRUCache } from "lru-cache";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { database } from "../db.ts";
import { publicColumns, toEntry } from "./to-entry.ts";

/** A row at one of its versions; xmin is the transaction that wrote it, so every change makes another version. */
export type EntryVersion = { id: number; xmin: string };

/** How long an answer of the catalog is reused: a change, or a database that is away, shows after a second. */
export const answerMilliseconds = 1_000;

const entriesMax = 1_000;
const cache = new LRUCache<string, ApiCatalogEntry>({ max: entriesMax });
const keyOf = ({ id, xmin }: EntryVersion) => `${id}:${xmin}`;

/**
 * The entries of these rows, in their order. A version that was read before is the same object again, so that the
 * transport need not serialize it twice. A row that has gone meanwhile is left out.
 * @throws AppError `unavailable`
 */
export async function readEntries(versions: EntryVersion[]): Promise<ApiCatalogEntry[]> {
  const known = new Map(versions.map((version) => [version.id, cache.get(keyOf(version))]));
  const missing = versions.filter(({ id }) => !known.get(id));
  if (missing.length) {
    const where = { id: { in: missing.map(({ id }) => id) }, published: true };
    const rows = await database((db) => db.catalogEntry.findMany({ where, select: publicColumns }));
    for (const row of rows) known.set(row.id, toEntry(row));
    for (const version of missing) {
      const entry = known.get(version.id);
      if (entry) cache.set(keyOf(version), entry);
    }
  }
  return versions.flatMap(({ id }) => known.get(id) ?? []);
}
