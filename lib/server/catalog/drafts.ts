import "server-only";
import type { Operator } from "../../domain/access/operator.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { type SearchQuery, toLikePatterns } from "../../domain/catalog/search.ts";
import { AppError } from "../../domain/errors.ts";
import { isStorable } from "../../domain/text-bounds.ts";
import { database, rawDatabase } from "../db.ts";
import { findEntry, searchColumns, services } from "./entries.ts";

type Context = { operator: Operator };

export async function findDraft({ slug }: { slug: string }, _context: Context): Promise<ApiCatalogEntry | null> {
  return isStorable(slug) ? database((db) => findEntry(db, { slug }), "desk") : null;
}

/** @throws AppError `not_found` */
export async function getDraft(key: { slug: string }, context: Context): Promise<ApiCatalogEntry> {
  const entry = await findDraft(key, context);
  if (!entry) throw new AppError("not_found", "There is no entry with this slug.");
  return entry;
}

/** Lists published and unpublished entries by English title, without specs. `changedBy` made the last change. */
export async function listDrafts(_input: object, _context: Context) {
  const rows = await database(
    (db) =>
      db.catalogEntry.findMany({
        omit: { ...searchColumns, spec: true },
        include: { versions: { select: { actor: true }, orderBy: { id: "desc" }, take: 1 } },
        orderBy: [{ sortTitle: "asc" }, { id: "asc" }],
      }),
    "desk",
  );
  return rows.map(({ versions, ...row }) => ({
    ...row,
    changedBy: versions[0]?.actor ?? null,
    services: services.parse(row.services),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

const foundMax = 5;

export async function findEntries({ search }: { search: SearchQuery }, _context: Context) {
  if (!search.words.length) return { entries: [] };
  const patterns = toLikePatterns(search.words);
  const entries = await rawDatabase("desk").$queryRaw<
    { slug: string; titleEn: string; titleEs: string; published: boolean }[]
  >`
    SELECT slug, title_en AS "titleEn", title_es AS "titleEs", published FROM catalog_entries
    WHERE search_text LIKE ALL (${patterns}) ORDER BY search_title LIKE ALL (${patterns}) DESC, sort_title, id
    LIMIT ${foundMax}`;
  return { entries };
}
