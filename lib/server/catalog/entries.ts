import "server-only";
import * as z from "zod/mini";
import { type ApiCatalogEntry, ApiCatalogService, type CatalogDraft } from "../../domain/catalog/schema.ts";
import { listPairs, toSearchText, toSearchTitle, toSortTitle } from "../../domain/catalog/search.ts";
import { isJsonObject, type JsonObject } from "../../domain/json.ts";
import { database } from "../db.ts";
import { Prisma, type PrismaClient } from "../generated/prisma/client.ts";
import type { CatalogEntryModel } from "../generated/prisma/models/CatalogEntry.ts";

const services = z.array(ApiCatalogService);
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
    searchPairs: listPairs(searchText),
    searchTitle: toSearchTitle(draft),
    sortTitle: toSortTitle(draft),
  };
}

/** Columns of a catalog row, which `toColumns` fills. */
const columns = Prisma.sql`slug, title_en, title_es, description_en, description_es, use_cases_en, use_cases_es, endpoints,
  services, docs_url, swagger_url, spec, published, updated_at, search_text, search_pairs, search_title, sort_title`;

function toColumns(draft: CatalogDraft, updatedAt: Date): JsonObject {
  const values = Object.entries(toRow(draft, updatedAt));
  return Object.fromEntries(
    values.map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}

/** Skips taken slugs. Uses SQL, because Prisma's `create` drops a property named __proto__ from a spec. */
export function insertEntries(
  db: PrismaClient | Prisma.TransactionClient,
  drafts: CatalogDraft[],
  updatedAt: Date,
): Promise<number> {
  const rows = JSON.stringify(drafts.map((draft) => toColumns(draft, updatedAt)));
  return db.$executeRaw`
    INSERT INTO catalog_entries (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::catalog_entries, ${rows}::json) ON CONFLICT (slug) DO NOTHING`;
}

/** Uses SQL for the same reason as `insertEntries`. */
export async function replaceEntry(
  transaction: Prisma.TransactionClient,
  id: number,
  draft: CatalogDraft,
  updatedAt: Date,
): Promise<void> {
  const row = JSON.stringify(toColumns(draft, updatedAt));
  await transaction.$executeRaw`
    UPDATE catalog_entries SET (${columns}) =
      (SELECT ${columns} FROM json_populate_record(NULL::catalog_entries, ${row}::json)) WHERE id = ${id}`;
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
type EntryVersion = { id: number; xmin: string };

const chunkSize = 500;
let known = new Map<string, ApiCatalogEntry>();
const toKey = ({ id, xmin }: EntryVersion) => `${id}:${xmin}`;

/** Lists the published entries by title. An entry stays the same object, serialized once, until it changes. */
export async function readPublished(): Promise<ApiCatalogEntry[]> {
  const versions = await database(
    (db) => db.$queryRaw<EntryVersion[]>`
      SELECT id, xmin::text FROM catalog_entries WHERE published ORDER BY sort_title, id`,
    "catalog",
  );
  const missing = versions.filter((version) => !known.has(toKey(version)));
  const read = new Map<number, ApiCatalogEntry>();
  for (let at = 0; at < missing.length; at += chunkSize) {
    for (const entry of await readRows(missing.slice(at, at + chunkSize))) read.set(entry.id, entry);
  }
  const entries = versions.flatMap((version) => {
    const entry = known.get(toKey(version)) ?? read.get(version.id);
    return entry ? [[toKey(version), entry] as const] : [];
  });
  known = new Map(entries);
  return [...known.values()];
}

async function readRows(versions: EntryVersion[]): Promise<ApiCatalogEntry[]> {
  const ids = versions.map(({ id }) => id);
  const rows = await database(
    (db) => db.catalogEntry.findMany({ where: { id: { in: ids }, published: true }, omit: searchColumns }),
    "catalog",
  );
  return rows.map(toEntry);
}
