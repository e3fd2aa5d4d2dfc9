import "server-only";
import { listChanges } from "../../domain/catalog/editor/changes.ts";
import {
  type EntryContent,
  EntryInput,
  listMissingForReaders,
  type SeenEntry,
  toContent,
} from "../../domain/catalog/editor/content.ts";
import { chooseImport, type ImportChoice, readOpenapi } from "../../domain/catalog/editor/import.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError, toInvalidInput } from "../../domain/errors.ts";
import { listFieldFaults } from "../../domain/submissions/field-faults.ts";
import { type AuditAction, recordAudit } from "../audit.ts";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { insertEntries, replaceEntry, toEntry } from "./entries.ts";

type Transaction = Prisma.TransactionClient;
type Context = { operator: Operator; now: Date };
type AuditNote = { action: AuditAction; slug: string; details?: Prisma.InputJsonObject };
type Saved = { slug: string; updatedAt: string };

/**
 * Stores a new entry as a draft, or replaces what a known one says; whether it is published stays as it is.
 * @throws AppError `invalid_input` with the fields at fault, such as a slug that another entry has; `conflict` when the
 * entry is not what the operator saw; `not_found`, `unavailable`
 */
export function saveEntry({ entry, spec, ...content }: EntryInput, context: Context): Promise<Saved> {
  const edit = (before: EntryContent | null) => ({ ...content, spec: spec ?? before?.spec ?? {} });
  return storeEntry(entry, edit, context);
}

/**
 * Stores what an operator chose of an imported document as a draft: a published entry leaves the site.
 * @throws AppError as `saveEntry`
 */
export async function importEntry(choice: ImportChoice, context: Context): Promise<Saved> {
  const read = readOpenapi(choice.document);
  if ("fault" in read) throw new AppError("invalid_input", `The document cannot be imported (${read.fault}).`);
  return storeEntry(choice.entry, (before) => chooseImport(before, read.api, choice), context, true);
}

/**
 * Puts an entry on the site and into the API; a published one stays as it is.
 * @throws AppError `invalid_input` when a title or description is missing in one language; `conflict`, `not_found`,
 * `unavailable`
 */
export function publishEntry(seen: SeenEntry, context: Context): Promise<void> {
  return setPublished(seen, true, context);
}

/**
 * Takes an entry off the site and out of the API; a draft stays as it is.
 * @throws AppError `conflict`, `not_found`, `unavailable`
 */
export function unpublishEntry(seen: SeenEntry, context: Context): Promise<void> {
  return setPublished(seen, false, context);
}

/**
 * Removes an entry for good.
 * @throws AppError `conflict`, `not_found`, `unavailable`
 */
export function deleteEntry(seen: SeenEntry, context: Context): Promise<void> {
  return changeCatalog(context, async (transaction) => {
    const { id, slug, published } = await requireSeenEntry(transaction, seen);
    await transaction.catalogEntry.delete({ where: { id }, select: { id: true } });
    const note = { action: "catalog_entry_deleted", slug, details: { wasPublished: published } } as const;
    return { result: undefined, note };
  });
}

/** What changes nothing is neither stored nor logged. */
function storeEntry(
  seen: SeenEntry | null,
  edit: (before: EntryContent | null) => EntryContent,
  context: Context,
  isImport = false,
): Promise<Saved> {
  const { now } = context;
  return changeCatalog(context, async (transaction) => {
    const before = seen && (await requireSeenEntry(transaction, seen));
    const published = Boolean(before?.published) && !isImport;
    const content = checkContent(edit(before && toContent(before)), before && { ...before, published });
    const { slug } = content;
    await refuseTakenSlug(transaction, slug, before?.id);
    if (!before) {
      await insertEntries(transaction, [{ ...content, published }], now);
      const note: AuditNote = isImport
        ? { action: "catalog_imported", slug, details: { isNew: true } }
        : { action: "catalog_entry_created", slug };
      return { result: { slug, updatedAt: now.toISOString() }, note };
    }
    const fields = listChanges(toContent(before), content).map(({ field }) => field);
    const isUnpublished = published !== before.published;
    if (!fields.length && !isUnpublished) return { result: { slug, updatedAt: before.updatedAt } };
    const updatedAt = nextUpdate(before, now);
    await replaceEntry(transaction, before.id, { ...content, published }, updatedAt);
    const details = {
      fields,
      ...(before.slug === slug ? {} : { slugBefore: before.slug }),
      ...(isUnpublished ? { wasPublished: true } : {}),
    };
    const note: AuditNote = { action: isImport ? "catalog_imported" : "catalog_entry_changed", slug, details };
    return { result: { slug, updatedAt: updatedAt.toISOString() }, note };
  });
}

/** Checked against the stored entry: the request may claim another slug or state. The document has been checked. */
function checkContent({ spec, ...content }: EntryContent, entry: ApiCatalogEntry | null): EntryContent {
  const input = { ...content, entry };
  const parsed = EntryInput.safeParse(input);
  if (!parsed.success) {
    const { message } = toInvalidInput(parsed.error);
    const fields = listFieldFaults(parsed.error, input).map(({ field }) => field);
    throw new AppError("invalid_input", message, { fields });
  }
  const { entry: _, spec: __, ...checked } = parsed.data;
  return { ...checked, spec };
}

function setPublished(seen: SeenEntry, published: boolean, context: Context): Promise<void> {
  return changeCatalog(context, async (transaction) => {
    const entry = await requireSeenEntry(transaction, seen);
    const { id, slug } = entry;
    if (entry.published === published) return { result: undefined };
    if (published && listMissingForReaders(entry).length) {
      throw new AppError("invalid_input", "An entry is published with a title and a description in both languages.");
    }
    const data = { published, updatedAt: nextUpdate(entry, context.now) };
    await transaction.catalogEntry.update({ where: { id }, data, select: { id: true } });
    const action = published ? "catalog_entry_published" : "catalog_entry_unpublished";
    return { result: undefined, note: { action, slug } };
  });
}

/**
 * Makes one change of the catalog in one transaction with its line in the audit log; without a note nothing was
 * changed. Changes wait for one another, so that what `change` has read stays true; readers wait for nobody.
 */
function changeCatalog<Result>(
  { operator, now }: Context,
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
 * The entry, as long as it is what the operator saw.
 * @throws AppError `not_found`, `conflict`
 */
async function requireSeenEntry(transaction: Transaction, { id, updatedAt }: SeenEntry): Promise<ApiCatalogEntry> {
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
function nextUpdate(entry: ApiCatalogEntry, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(entry.updatedAt) + 1));
}

async function refuseTakenSlug(transaction: Transaction, slug: string, exceptId = 0): Promise<void> {
  const where = { slug, id: { not: exceptId } };
  const other = await transaction.catalogEntry.findFirst({ where, select: { id: true } });
  if (other) throw new AppError("invalid_input", "Another entry has this slug.", { fields: ["slug"] });
}
