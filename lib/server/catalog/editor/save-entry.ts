import "server-only";
import { changesOf } from "../../../domain/catalog/editor/changes-of.ts";
import type { EntryContent } from "../../../domain/catalog/editor/content.ts";
import { missingForReaders } from "../../../domain/catalog/editor/missing-language.ts";
import type { SeenEntry } from "../../../domain/catalog/editor/seen-entry.ts";
import type { Operator } from "../../../domain/desk/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import type { RequestContext } from "../../../domain/request-context.ts";
import { changeCatalog, isSlugTaken, nextUpdate, replaceEntry, seenEntry } from "./change-catalog.ts";
import { toContent } from "./to-content.ts";

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
