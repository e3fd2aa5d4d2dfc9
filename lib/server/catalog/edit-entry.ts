import "server-only";
import { changesOf } from "../../domain/catalog/editor/changes-of.ts";
import type { EntryContent } from "../../domain/catalog/editor/content.ts";
import { missingForReaders } from "../../domain/catalog/editor/missing-language.ts";
import type { SeenEntry } from "../../domain/catalog/editor/seen-entry.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import type { RequestContext } from "../../domain/request-context.ts";
import { type AuditAction, recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { toContent } from "./drafts.ts";
import { insertEntries, replaceEntry, toEntry } from "./entries.ts";

type Transaction = Prisma.TransactionClient;

/** What the audit log is told of a change. */
type AuditNote = { action: AuditAction; slug: string; details?: Prisma.InputJsonObject };

/**
 * Stores a new entry, unpublished. False: the slug belongs to another entry, and nothing was stored.
 * @throws AppError `unavailable`
 */
export function createEntry(
  operator: Operator,
  content: EntryContent,
  { now }: Pick<RequestContext, "now">,
  { isImport = false }: { isImport?: boolean } = {},
): Promise<boolean> {
  return changeCatalog(operator, now, async (transaction) => {
    const stored = await insertEntries(transaction, [{ ...content, published: false }], now);
    if (!stored) return { result: false };
    const { slug } = content;
    const note: AuditNote = isImport
      ? { action: "catalog_imported", slug, details: { isNew: true } }
      : { action: "catalog_entry_created", slug };
    return { result: true, note };
  });
}

type Options = {
  /** An import is stored as a draft: the entry leaves the site until someone publishes it again. */
  isImport?: boolean;
};

/**
 * Replaces what an entry says; whether it is published stays as it is. What changes nothing is stored and logged
 * nowhere. False: the slug belongs to another entry.
 * @throws AppError `conflict` when the entry is not what the operator had seen; `not_found`, `invalid_input` when
 * readers of one language would find nothing, `unavailable`.
 */
export function saveEntry(
  operator: Operator,
  { seen, content }: { seen: SeenEntry; content: EntryContent },
  { now }: Pick<RequestContext, "now">,
  { isImport = false }: Options = {},
): Promise<boolean> {
  return changeCatalog(operator, now, async (transaction) => {
    const before = await seenEntry(transaction, seen);
    const published = before.published && !isImport;
    if (published && missingForReaders(content).length) {
      throw new AppError("invalid_input", "A published entry has a title and a description in both languages.");
    }
    if (await isSlugTaken(transaction, content.slug, seen.id)) return { result: false };
    const fields = changesOf(toContent(before), content).map(({ field }) => field);
    if (!fields.length && published === before.published) return { result: true };
    await replaceEntry(transaction, seen.id, { ...content, published }, nextUpdate(before, now));
    const renamed = before.slug === content.slug ? {} : { slugBefore: before.slug };
    const taken = published === before.published ? {} : { wasPublished: true };
    const action = isImport ? "catalog_imported" : "catalog_entry_changed";
    return { result: true, note: { action, slug: content.slug, details: { fields, ...renamed, ...taken } } };
  });
}

/**
 * Puts an entry on the site and into the API; returns its slug. One that is there already stays as it is.
 * @throws AppError `invalid_input` when a title or description is missing in one language; `conflict`, `not_found`,
 * `unavailable`.
 */
export function publishEntry(
  operator: Operator,
  seen: SeenEntry,
  { now }: Pick<RequestContext, "now">,
): Promise<string> {
  return changeCatalog(operator, now, async (transaction) => {
    const entry = await seenEntry(transaction, seen);
    const { slug } = entry;
    if (entry.published) return { result: slug };
    if (missingForReaders(entry).length) {
      throw new AppError("invalid_input", "An entry is published with a title and a description in both languages.");
    }
    const data = { published: true, updatedAt: nextUpdate(entry, now) };
    await transaction.catalogEntry.update({ where: { id: entry.id }, data, select: { id: true } });
    return { result: slug, note: { action: "catalog_entry_published", slug } };
  });
}

/**
 * Takes an entry off the site and out of the API; returns its slug. One that is not there stays as it is.
 * @throws AppError `conflict`, `not_found`, `unavailable`
 */
export function unpublishEntry(
  operator: Operator,
  seen: SeenEntry,
  { now }: Pick<RequestContext, "now">,
): Promise<string> {
  return changeCatalog(operator, now, async (transaction) => {
    const entry = await seenEntry(transaction, seen);
    const { slug } = entry;
    if (!entry.published) return { result: slug };
    const data = { published: false, updatedAt: nextUpdate(entry, now) };
    await transaction.catalogEntry.update({ where: { id: entry.id }, data, select: { id: true } });
    return { result: slug, note: { action: "catalog_entry_unpublished", slug } };
  });
}

/**
 * Removes an entry for good; returns its slug.
 * @throws AppError `conflict`, `not_found`, `unavailable`
 */
export function deleteEntry(
  operator: Operator,
  seen: SeenEntry,
  { now }: Pick<RequestContext, "now">,
): Promise<string> {
  return changeCatalog(operator, now, async (transaction) => {
    const { id, slug, published } = await seenEntry(transaction, seen);
    await transaction.catalogEntry.delete({ where: { id }, select: { id: true } });
    return { result: slug, note: { action: "catalog_entry_deleted", slug, details: { wasPublished: published } } };
  });
}

/**
 * Makes one change of the catalog in one transaction with its line in the audit log; without a note nothing was
 * changed. Changes wait for one another, so that what `change` has looked at stays true; readers wait for nobody.
 */
function changeCatalog<Result>(
  operator: Operator,
  now: Date,
  change: (transaction: Transaction) => Promise<{ result: Result; note?: AuditNote }>,
): Promise<Result> {
  return database(
    (db) =>
      db.$transaction(async (transaction) => {
        await transaction.$executeRaw`LOCK TABLE catalog_entries IN SHARE ROW EXCLUSIVE MODE`;
        const { result, note } = await change(transaction);
        if (note) {
          const { action, slug, details } = note;
          await recordAudit(transaction, { at: now, actor: operator, action, details: { slug, ...details } });
        }
        return result;
      }),
    "desk",
  );
}

/**
 * The entry, as long as it is what the operator had seen.
 * @throws AppError `not_found`, `conflict`
 */
async function seenEntry(transaction: Transaction, { id, updatedAt }: SeenEntry): Promise<ApiCatalogEntry> {
  const row = await transaction.catalogEntry.findUnique({
    where: { id },
    omit: { searchText: true, searchPairs: true, searchTitle: true, sortTitle: true },
  });
  if (!row) throw new AppError("not_found", "There is no such entry.");
  const entry = toEntry(row);
  if (entry.updatedAt !== updatedAt) throw new AppError("conflict", "Someone has changed this entry meanwhile.");
  return entry;
}

/** Later than the last change, whatever the clocks of the instances say: by it others see that something has changed. */
function nextUpdate(entry: Pick<ApiCatalogEntry, "updatedAt">, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(entry.updatedAt) + 1));
}

async function isSlugTaken(transaction: Transaction, slug: string, exceptId = 0): Promise<boolean> {
  const other = await transaction.catalogEntry.findFirst({
    where: { slug, id: { not: exceptId } },
    select: { id: true },
  });
  return other !== null;
}
