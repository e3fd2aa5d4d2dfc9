import "server-only";
import type { OperatorContext } from "../../domain/access/operator.ts";
import { listChanges } from "../../domain/catalog/editor/changes.ts";
import {
  type EntryContent,
  EntryInput,
  listTextsMissingForReaders,
  type RestoreInput,
  type SaveConflict,
  type SeenEntry,
  toContent,
} from "../../domain/catalog/editor/content.ts";
import {
  applyChoice,
  applyDocument,
  type DocumentChoice,
  type ImportChoice,
} from "../../domain/catalog/editor/import.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { AppError, toInvalidInput } from "../../domain/errors.ts";
import { listFieldFaults } from "../../domain/submissions/core/field-faults.ts";
import { type AuditAction, recordAudit } from "../audit.ts";
import { inDeskTransaction } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { recordWebhookEvents } from "../queue/webhooks.ts";
import { findEntry, insertEntries, replaceEntry } from "./entries.ts";
import { readDocument } from "./read-document.ts";
import { findActorsSince, readVersion, recordInitialVersion, recordVersion } from "./versions.ts";
import { findWatch } from "./watch.ts";

type Transaction = Prisma.TransactionClient;
type AuditNote = { action: AuditAction; slug: string; details?: Prisma.InputJsonObject };
type SavedEntry = { slug: string; updatedAt: string };
type SaveAnswer = SavedEntry | { conflict: SaveConflict };

/**
 * Keeps `published`. If somebody else has changed the entry since the operator opened it, stores nothing, unless
 * `overwrites` is the current `updatedAt`.
 * @throws AppError `invalid_input` with the wrong fields, such as a taken slug; `not_found`
 */
export function saveEntry(input: EntryInput, context: OperatorContext): Promise<SaveAnswer> {
  const { entry, spec, overwrites, ...texts } = input;
  return changeCatalog<SaveAnswer>(context, async (transaction) => {
    if (!entry) return writeEntry(transaction, null, { ...texts, spec: spec ?? {} }, context, "changed");
    const before = await requireEntry(transaction, entry);
    const { slug, updatedAt: seenAt, published: isPublished } = before;
    if (seenAt !== entry.updatedAt && seenAt !== overwrites) {
      const by = await findActorsSince(transaction, entry, context.operator);
      if (by) return { result: { conflict: { slug, seenAt, by, isPublished } } };
    }
    return writeEntry(transaction, before, { ...texts, spec: spec ?? before.spec }, context, "changed");
  });
}

/** Unpublishes a published entry. @throws AppError `invalid_input` with the wrong fields; `conflict`; `not_found` */
export async function importEntry(choice: ImportChoice, context: OperatorContext): Promise<SavedEntry> {
  const document = await readDocument(choice.document);
  const read = "fault" in document ? document : document.openapi;
  if ("fault" in read) throw new AppError("invalid_input", `The document cannot be imported (${read.fault}).`);
  return changeCatalog(context, async (transaction) => {
    const before = choice.entry && (await requireSeenEntry(transaction, choice.entry));
    const content = applyChoice(before && toContent(before), read.api, choice);
    return writeEntry(transaction, before, content, context, "imported");
  });
}

/**
 * Publishes the document that the entry's URL returned, and keeps the entry's texts.
 * @throws AppError `conflict` when the entry or the document has changed since, or the entry is not published
 */
export async function publishDocument(
  { since, ...seen }: DocumentChoice,
  context: OperatorContext,
): Promise<SavedEntry> {
  const watch = await findWatch({ entryId: seen.id }, context);
  if (!watch?.draft || watch.unchangedAt?.toISOString() !== since) throw createConflictError();
  const read = await readDocument(JSON.stringify(watch.draft));
  if ("fault" in read || "fault" in read.openapi) throw new AppError("invalid_input", "The document cannot be read.");
  const { api } = read.openapi;
  return changeCatalog(context, async (transaction) => {
    const before = await requireSeenEntry(transaction, seen);
    if (!before.published) throw createConflictError();
    const written = await writeEntry(transaction, before, applyDocument(toContent(before), api), context, "changed");
    // Without `seen_at`, the document would be fetched again at once.
    await transaction.$executeRaw`
      UPDATE catalog_watches SET draft = NULL, comparison = NULL, seen_at = ${written.result.updatedAt}::timestamptz
      WHERE entry_id = ${seen.id} AND unchanged_at = ${since}::timestamptz`;
    return written;
  });
}

/** Does not change `published`. @throws AppError as `importEntry` */
export function restoreEntry({ entry, version }: RestoreInput, context: OperatorContext): Promise<SavedEntry> {
  return changeCatalog(context, async (transaction) => {
    const before = await requireSeenEntry(transaction, entry);
    const content = await readVersion(transaction, { entryId: entry.id, id: version });
    return writeEntry(transaction, before, content, context, "restored");
  });
}

/** @throws AppError `invalid_input` when a text is missing in one language; `conflict`, `not_found` */
export function publishEntry(seen: SeenEntry, context: OperatorContext): Promise<void> {
  return setPublished(seen, true, context);
}

/** @throws AppError `conflict`, `not_found` */
export function unpublishEntry(seen: SeenEntry, context: OperatorContext): Promise<void> {
  return setPublished(seen, false, context);
}

/** @throws AppError `conflict`, `not_found` */
export function deleteEntry(seen: SeenEntry, context: OperatorContext): Promise<void> {
  return changeCatalog(context, async (transaction) => {
    const { id, slug, published } = await requireSeenEntry(transaction, seen);
    await transaction.catalogEntry.delete({ where: { id }, select: { id: true } });
    const note = { action: "catalog_entry_deleted", slug, details: { wasPublished: published } } as const;
    return { result: undefined, note };
  });
}

const auditActions = {
  changed: "catalog_entry_changed",
  imported: "catalog_imported",
  restored: "catalog_entry_restored",
} as const;

/** Stores and logs an entry, unless nothing has changed. `before` is null for a new entry. */
async function writeEntry(
  transaction: Transaction,
  before: ApiCatalogEntry | null,
  given: EntryContent,
  { operator, now }: OperatorContext,
  kind: keyof typeof auditActions,
): Promise<{ result: SavedEntry; note?: AuditNote }> {
  const isImport = kind === "imported";
  const published = Boolean(before?.published) && !isImport;
  const content = checkContent(given, before && { ...before, published });
  const { slug } = content;
  await refuseTakenSlug(transaction, slug, before?.id);
  if (!before) {
    await insertEntries(transaction, [{ ...content, published }], now);
    await recordVersion(transaction, slug, { at: now, operator, action: isImport ? "imported" : "created" });
    const note: AuditNote = isImport
      ? { action: "catalog_imported", slug, details: { isNew: true } }
      : { action: "catalog_entry_created", slug };
    return { result: { slug, updatedAt: now.toISOString() }, note };
  }
  const fields = listChanges(toContent(before), content).map(({ field }) => field);
  const isUnpublished = published !== before.published;
  if (!fields.length && !isUnpublished) return { result: { slug, updatedAt: before.updatedAt } };
  const updatedAt = getNextUpdatedAt(before, now);
  await recordInitialVersion(transaction, before.slug);
  await replaceEntry(transaction, before.id, { ...content, published }, updatedAt);
  await recordVersion(transaction, slug, { at: updatedAt, operator, action: kind });
  const details = {
    fields,
    ...(before.slug === slug ? {} : { slugBefore: before.slug }),
    ...(isUnpublished ? { wasPublished: true } : {}),
  };
  return { result: { slug, updatedAt: updatedAt.toISOString() }, note: { action: auditActions[kind], slug, details } };
}

/** Uses the stored slug and state, because the request may claim others. The spec is already valid. */
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

function setPublished(seen: SeenEntry, published: boolean, context: OperatorContext): Promise<void> {
  return changeCatalog(context, async (transaction) => {
    const entry = await requireSeenEntry(transaction, seen);
    const { id, slug } = entry;
    if (entry.published === published) return { result: undefined };
    if (published && listTextsMissingForReaders(entry).length) {
      throw new AppError("invalid_input", "A published entry needs a title and a description in both languages.");
    }
    const at = getNextUpdatedAt(entry, context.now);
    await recordInitialVersion(transaction, slug);
    await transaction.catalogEntry.update({ where: { id }, data: { published, updatedAt: at }, select: { id: true } });
    const { operator } = context;
    await recordVersion(transaction, slug, { at, operator, action: published ? "published" : "unpublished" });
    const action = published ? "catalog_entry_published" : "catalog_entry_unpublished";
    return { result: undefined, note: { action, slug } };
  });
}

/**
 * Runs `change`, which returns a note for the audit log unless it changed nothing. A lock makes changes run one after
 * another. Readers do not wait.
 */
function changeCatalog<Result>(
  { operator, now }: OperatorContext,
  change: (transaction: Transaction) => Promise<{ result: Result; note?: AuditNote }>,
): Promise<Result> {
  return inDeskTransaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE catalog_entries IN SHARE ROW EXCLUSIVE MODE`;
    const { result, note } = await change(transaction);
    if (note) {
      const { action, slug, details } = note;
      await recordAudit(transaction, { at: now, actor: operator, action, details: { slug, ...details } });
      const type = action === "catalog_entry_published" ? "entry.published" : "entry.changed";
      const former = typeof details?.slugBefore === "string" ? [details.slugBefore] : [];
      const slugs = [...former, slug];
      await recordWebhookEvents(
        transaction,
        slugs.map((each) => ({ type, slug: each, at: now })),
      );
    }
    return result;
  });
}

async function requireSeenEntry(transaction: Transaction, seen: SeenEntry): Promise<ApiCatalogEntry> {
  const entry = await requireEntry(transaction, seen);
  if (entry.updatedAt !== seen.updatedAt) throw createConflictError();
  return entry;
}

function createConflictError(): AppError {
  return new AppError("conflict", "Somebody else has changed this entry since you opened it.");
}

async function requireEntry(transaction: Transaction, { id }: Pick<SeenEntry, "id">): Promise<ApiCatalogEntry> {
  const entry = await findEntry(transaction, { id });
  if (!entry) throw new AppError("not_found", "There is no such entry.");
  return entry;
}

/** Later than the last update even if servers' clocks differ: `updatedAt` shows whether an entry has changed. */
function getNextUpdatedAt(entry: ApiCatalogEntry, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(entry.updatedAt) + 1));
}

async function refuseTakenSlug(transaction: Transaction, slug: string, exceptId = 0): Promise<void> {
  const where = { slug, id: { not: exceptId } };
  const other = await transaction.catalogEntry.findFirst({ where, select: { id: true } });
  if (other) throw new AppError("invalid_input", "Another entry has this slug.", { fields: ["slug"] });
}
