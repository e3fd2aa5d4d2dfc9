import "server-only";
import { LRUCache } from "lru-cache";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { database } from "../db.ts";
import { type PublicRow, toEntry } from "./to-entry.ts";

/** A row at one of its versions; xmin is the transaction that wrote it, so every change makes another version. */
export type EntryVersion = { id: number; xmin: string };

/** How long an answer of the catalog is reused: a change, or a database that is away, shows after a second. */
export const reuseMilliseconds = 1_000;

const entriesMax = 5_000;
const chunkSize = 500;
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
  for (let at = 0; at < missing.length; at += chunkSize) {
    const chunk = missing.slice(at, at + chunkSize);
    for (const entry of await readRows(chunk)) known.set(entry.id, entry);
    for (const version of chunk) {
      const entry = known.get(version.id);
      if (entry) cache.set(keyOf(version), entry);
    }
  }
  return versions.flatMap(({ id }) => known.get(id) ?? []);
}

async function readRows(versions: EntryVersion[]): Promise<ApiCatalogEntry[]> {
  const ids = versions.map(({ id }) => id);
  const rows = await database(
    (db) => db.$queryRaw<PublicRow[]>`
      SELECT id, slug, title_en AS "titleEn", title_es AS "titleEs", description_en AS "descriptionEn",
        description_es AS "descriptionEs", use_cases_en AS "useCasesEn", use_cases_es AS "useCasesEs", endpoints,
        services, docs_url AS "docsUrl", swagger_url AS "swaggerUrl", spec, published, updated_at AS "updatedAt"
      FROM catalog_entries WHERE id = ANY (${ids}) AND published`,
    "catalog",
  );
  return rows.map(toEntry);
}
