import "server-only";
import { LRUCache } from "lru-cache";
import * as z from "zod/mini";
import { type ApiCatalogEntry, ApiCatalogService, type CatalogDraft } from "../../domain/catalog/schema.ts";
import { listCharacterPairs, toSearchText, toSearchTitle, toSortTitle } from "../../domain/catalog/search.ts";
import { isJsonObject, type JsonObject } from "../../domain/json.ts";
import { database, rawDatabase } from "../db.ts";
import { Prisma, type PrismaClient } from "../generated/prisma/client.ts";
import type { CatalogEntryModel } from "../generated/prisma/models/CatalogEntry.ts";
import { oncePerProcess } from "../process.ts";

export const services = z.array(ApiCatalogService);
const spec = z.custom<JsonObject>(isJsonObject);

export const searchColumns = { searchText: true, searchPairs: true, searchTitle: true, sortTitle: true } as const;
type PublicRow = Omit<CatalogEntryModel, keyof typeof searchColumns>;

function toEntry(row: PublicRow): ApiCatalogEntry {
  return {
    ...row,
    services: services.parse(row.services),
    spec: spec.parse(row.spec),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Reads one entry from the database, published or not. Does not use a cache. */
export async function findEntry(
  db: Pick<Prisma.TransactionClient, "catalogEntry">,
  where: { id: number } | { slug: string },
): Promise<ApiCatalogEntry | null> {
  const row = await db.catalogEntry.findUnique({ where, omit: searchColumns });
  return row && toEntry(row);
}

function toRow(draft: CatalogDraft, updatedAt: Date) {
  const searchText = toSearchText(draft);
  return {
    ...draft,
    updatedAt,
    searchText,
    searchPairs: listCharacterPairs(searchText),
    searchTitle: toSearchTitle(draft),
    sortTitle: toSortTitle(draft),
  };
}

/** Columns of a catalog row. Must have the properties that `toRow` returns, because Postgres ignores any others. */
const rowColumns = Prisma.sql`"slug" text, "titleEn" text, "titleEs" text, "descriptionEn" text, "descriptionEs" text,
  "useCasesEn" text[], "useCasesEs" text[], "endpoints" text[], "services" json, "docsUrl" text, "swaggerUrl" text,
  "spec" json, "published" boolean, "updatedAt" timestamptz, "searchText" text, "searchPairs" text[],
  "searchTitle" text, "sortTitle" text`;
/** Names of these columns in the table, in the same order. */
const tableColumns = Prisma.sql`slug, title_en, title_es, description_en, description_es, use_cases_en, use_cases_es,
  endpoints, services, docs_url, swagger_url, spec, published, updated_at, search_text, search_pairs, search_title,
  sort_title`;

/** Skips taken slugs. Uses SQL, because Prisma's `create` drops a property named __proto__ from a spec. */
export function insertEntries(
  db: PrismaClient | Prisma.TransactionClient,
  drafts: CatalogDraft[],
  updatedAt: Date,
): Promise<number> {
  const rows = JSON.stringify(drafts.map((draft) => toRow(draft, updatedAt)));
  return db.$executeRaw`
    INSERT INTO catalog_entries (${tableColumns})
    SELECT * FROM json_to_recordset(${rows}::json) AS rows (${rowColumns})
    ON CONFLICT (slug) DO NOTHING`;
}

/** Uses SQL for the same reason as `insertEntries`. */
export async function replaceEntry(
  transaction: Prisma.TransactionClient,
  id: number,
  draft: CatalogDraft,
  updatedAt: Date,
): Promise<void> {
  const row = JSON.stringify(toRow(draft, updatedAt));
  await transaction.$executeRaw`
    UPDATE catalog_entries SET (${tableColumns}) = (SELECT * FROM json_to_record(${row}::json) AS given (${rowColumns}))
    WHERE id = ${id}`;
}

/** Has a long timeout, so that a first start on a busy machine succeeds. */
export async function seedSamples(drafts: CatalogDraft[], now: Date): Promise<number> {
  return database(
    (db) =>
      db.$transaction(async (transaction) => {
        const isFilled = await transaction.catalogEntry.findFirst({ select: { id: true } });
        if (isFilled) return 0;
        // insertEntries() skips entries that another server, seeding at the same time, has stored.
        return insertEntries(transaction, drafts, now);
      }),
    "maintenance",
  );
}

/** `xmin` is the ID of the Postgres transaction that wrote the row, so every change makes a new version. */
export type EntryVersion = { id: number; xmin: string };

const entriesMax = 5_000;
const chunkSize = 500;
const cache = new LRUCache<string, ApiCatalogEntry>({ max: entriesMax });
const toKey = ({ id, xmin }: EntryVersion) => `${id}:${xmin}`;

/** Keeps the order, without deleted or unpublished rows. A cached version is always one object, serialized once. */
export async function readEntries(versions: EntryVersion[]): Promise<ApiCatalogEntry[]> {
  const known = new Map(versions.map((version) => [version.id, cache.get(toKey(version))]));
  const missing = versions.filter(({ id }) => !known.get(id));
  for (let at = 0; at < missing.length; at += chunkSize) {
    const chunk = missing.slice(at, at + chunkSize);
    for (const entry of await readRows(chunk)) known.set(entry.id, entry);
    for (const version of chunk) {
      const entry = known.get(version.id);
      if (entry) cache.set(toKey(version), entry);
    }
  }
  return versions.flatMap(({ id }) => known.get(id) ?? []);
}

async function readRows(versions: EntryVersion[]): Promise<ApiCatalogEntry[]> {
  const ids = versions.map(({ id }) => id);
  const rows = await rawDatabase("catalog").$queryRaw<PublicRow[]>`
    SELECT id, slug, title_en AS "titleEn", title_es AS "titleEs", description_en AS "descriptionEn",
      description_es AS "descriptionEs", use_cases_en AS "useCasesEn", use_cases_es AS "useCasesEs", endpoints,
      services, docs_url AS "docsUrl", swagger_url AS "swaggerUrl", spec, published, updated_at AS "updatedAt"
    FROM catalog_entries WHERE id = ANY (${ids}) AND published`;
  return rows.map(toEntry);
}

/** Maximum delay before a change of the catalog or a database outage becomes visible. */
const reuseMilliseconds = 1_000;

const seen = oncePerProcess("catalog version", () => ({
  fingerprint: "",
  number: 0,
  reads: new LRUCache<"number", number>({ max: 1, ttl: reuseMilliseconds, fetchMethod: updateVersionNumber }),
}));

/** The version changes whenever the catalog does, and never repeats. Queries the database at most once a second. */
export function readCatalogVersion(): Promise<number> {
  return seen.reads.forceFetch("number");
}

async function updateVersionNumber(): Promise<number> {
  const fingerprint = await readCatalogFingerprint();
  if (fingerprint !== seen.fingerprint) seen.number += 1;
  seen.fingerprint = fingerprint;
  return seen.number;
}

/**
 * Combines `xmin`, the transaction that wrote the row, of all rows: an earlier transaction may commit after the newest.
 * The sequence of IDs shows an entry that was stored and deleted meanwhile. The first one changes only `is_called`.
 */
async function readCatalogFingerprint(): Promise<string> {
  const [row] = await rawDatabase("catalog").$queryRaw<{ fingerprint: string }[]>`
    SELECT concat(count(*), ' ', bit_xor(hashtextextended(xmin::text, id)), ' ',
      (SELECT concat(last_value, is_called) FROM catalog_entries_id_seq)) AS fingerprint
    FROM catalog_entries`;
  if (!row) throw new Error("a query for one row returned none");
  return row.fingerprint;
}
