import "server-only";
import * as z from "zod/mini";
import type { Operator } from "../../domain/access/operator.ts";
import {
  type EntryContent,
  type SeenEntry,
  type VersionAction,
  versionActions,
  versionsMax,
} from "../../domain/catalog/editor/content.ts";
import { CatalogDraft } from "../../domain/catalog/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { database } from "../db.ts";
import { Prisma } from "../generated/prisma/client.ts";

type Transaction = Prisma.TransactionClient;
type Change = { at: Date; operator: Operator; action: Exclude<VersionAction, "found"> };

export async function recordVersion(
  transaction: Transaction,
  slug: string,
  { at, operator, action }: Change,
): Promise<void> {
  await insertVersion(transaction, slug, Prisma.sql`${at}::timestamptz, ${operator.name}, ${action}`);
  await transaction.$executeRaw`
    DELETE FROM catalog_versions USING (
      SELECT versions.entry_id, versions.id FROM catalog_versions versions
      JOIN catalog_entries entry ON entry.id = versions.entry_id
      WHERE entry.slug = ${slug} ORDER BY versions.id DESC OFFSET ${versionsMax} LIMIT 1
    ) AS old
    WHERE catalog_versions.entry_id = old.entry_id AND catalog_versions.id <= old.id`;
  await transaction.$executeRaw`
    DELETE FROM catalog_documents USING catalog_entries entry
    WHERE entry.slug = ${slug} AND entry_id = entry.id AND NOT EXISTS (
      SELECT FROM catalog_versions WHERE catalog_versions.entry_id = entry.id AND document_hash = hash
      UNION ALL SELECT FROM catalog_releases WHERE catalog_releases.entry_id = entry.id AND document_hash = hash)`;
}

/** Records the content of an entry older than the version history. Call this before the first recorded change. */
export async function recordInitialVersion(transaction: Transaction, slug: string): Promise<void> {
  const none = Prisma.sql`AND NOT EXISTS (SELECT FROM catalog_versions WHERE entry_id = catalog_entries.id)`;
  await insertVersion(transaction, slug, Prisma.sql`updated_at, NULL, 'found'`, none);
}

/**
 * Copies in SQL, so that a document of several megabytes does not leave the database. A document that readers see from
 * now on becomes a release. Changes run one after another, so that a release after an entry's first one gets a later
 * time than every committed release, whatever the clock says. Mails to subscribers rely on this.
 */
async function insertVersion(
  transaction: Transaction,
  slug: string,
  facts: Prisma.Sql,
  condition = Prisma.empty,
): Promise<void> {
  await transaction.$executeRaw`
    WITH entry AS MATERIALIZED (
      SELECT *, sha256(convert_to(spec::text, 'UTF8')) AS hash FROM catalog_entries WHERE slug = ${slug} ${condition}
    ), document AS (
      INSERT INTO catalog_documents (entry_id, hash, spec) SELECT id, hash, spec FROM entry ON CONFLICT DO NOTHING
    ), release AS (
      INSERT INTO catalog_releases (entry_id, number, at, document_hash)
      SELECT entry.id, coalesce(last.number, 0) + 1, greatest(updated_at, (
        SELECT max(at) + interval '1 millisecond' FROM catalog_releases WHERE last.number IS NOT NULL
      )), hash FROM entry LEFT JOIN LATERAL (
        SELECT number, document_hash FROM catalog_releases WHERE entry_id = entry.id ORDER BY number DESC LIMIT 1
      ) AS last ON true
      WHERE published AND hash IS DISTINCT FROM last.document_hash
    )
    INSERT INTO catalog_versions (at, actor, action, entry_id, document_hash, content)
    SELECT ${facts}, id, hash, json_build_object('slug', slug, 'titleEn', title_en, 'titleEs', title_es,
      'descriptionEn', description_en, 'descriptionEs', description_es, 'useCasesEn', use_cases_en,
      'useCasesEs', use_cases_es, 'endpoints', endpoints, 'services', services, 'docsUrl', docs_url,
      'swaggerUrl', swagger_url)
    FROM entry`;
}

export async function listVersions({ entryId }: { entryId: number }, _context: { operator: Operator }) {
  const rows = await database(
    (db) =>
      db.catalogVersion.findMany({
        where: { entryId },
        orderBy: { id: "desc" },
        select: { id: true, at: true, actor: true, action: true },
      }),
    "desk",
  );
  return rows.map(({ id, action, ...row }) => ({ ...row, id: Number(id), action: Action.parse(action) }));
}

const Action = z.enum(versionActions);
const StoredContent = z.omit(CatalogDraft, { published: true });

export function getVersion(
  version: { entryId: number; id: number },
  _context: { operator: Operator },
): Promise<EntryContent> {
  return database((db) => readVersion(db, version), "desk");
}

/** @throws AppError `not_found` */
export async function readVersion(
  db: Pick<Transaction, "catalogVersion">,
  { entryId, id }: { entryId: number; id: number },
): Promise<EntryContent> {
  const row = await db.catalogVersion.findFirst({
    where: { entryId, id },
    select: { content: true, document: { select: { spec: true } } },
  });
  if (!row) throw new AppError("not_found", "There is no such version of this entry.");
  return StoredContent.parse({ ...Object(row.content), spec: row.document.spec });
}

const publications = ["published", "unpublished"];

/** @returns the names of those who changed the entry since; null if this operator only published or unpublished it */
export async function findActorsSince(
  db: Pick<Transaction, "catalogVersion">,
  { id, updatedAt }: SeenEntry,
  operator: Operator,
): Promise<string[] | null> {
  const versions = await db.catalogVersion.findMany({
    // The operator sees `updatedAt` in milliseconds, so the next version is at least one millisecond later.
    where: { entryId: id, at: { gte: new Date(Date.parse(updatedAt) + 1) } },
    orderBy: { id: "asc" },
    select: { actor: true, action: true },
  });
  const others = versions.filter(({ actor, action }) => actor !== operator.name || !publications.includes(action));
  if (versions.length && !others.length) return null;
  return [...new Set(others.flatMap(({ actor }) => actor ?? []))];
}
