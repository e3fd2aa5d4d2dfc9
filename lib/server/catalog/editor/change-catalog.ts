import "server-only";
import type { EntryContent } from "../../../domain/catalog/editor/content.ts";
import type { SeenEntry } from "../../../domain/catalog/editor/seen-entry.ts";
import type { ApiCatalogEntry } from "../../../domain/catalog/schema.ts";
import type { Operator } from "../../../domain/desk/operator.ts";
import { AppError } from "../../../domain/errors.ts";
import { type AuditAction, recordAudit } from "../../audit.ts";
import { database } from "../../db.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { toEntry } from "../to-entry.ts";
import { toRow } from "../to-row.ts";

type Transaction = Prisma.TransactionClient;

/** What the audit log is told of a change. */
export type AuditNote = { action: AuditAction; slug: string; details?: Prisma.InputJsonObject };

/**
 * Makes one change of the catalog in one transaction with its line in the audit log; without a note nothing was
 * changed. Changes wait for one another, so that what `change` has looked at stays true; readers wait for nobody.
 */
export function changeCatalog<Result>(
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
export async function seenEntry(transaction: Transaction, { id, updatedAt }: SeenEntry): Promise<ApiCatalogEntry> {
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
export function nextUpdate(entry: Pick<ApiCatalogEntry, "updatedAt">, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(entry.updatedAt) + 1));
}

export async function isSlugTaken(transaction: Transaction, slug: string, exceptId = 0): Promise<boolean> {
  const other = await transaction.catalogEntry.findFirst({
    where: { slug, id: { not: exceptId } },
    select: { id: true },
  });
  return other !== null;
}

/** Replaces everything of an entry. SQL, as in insert-entries. */
export async function replaceEntry(
  transaction: Transaction,
  id: number,
  content: EntryContent & { published: boolean },
  updatedAt: Date,
): Promise<void> {
  const row = JSON.stringify(toRow(content, updatedAt));
  await transaction.$executeRaw`
    UPDATE catalog_entries SET slug = given."slug", title_en = given."titleEn", title_es = given."titleEs",
      description_en = given."descriptionEn", description_es = given."descriptionEs",
      use_cases_en = given."useCasesEn", use_cases_es = given."useCasesEs", endpoints = given."endpoints",
      services = given."services", docs_url = given."docsUrl", swagger_url = given."swaggerUrl", spec = given."spec",
      published = given."published", updated_at = given."updatedAt", search_text = given."searchText",
      search_pairs = given."searchPairs", search_title = given."searchTitle", sort_title = given."sortTitle"
    FROM json_to_record(${row}::json) AS given ("slug" text, "titleEn" text, "titleEs" text,
      "descriptionEn" text, "descriptionEs" text, "useCasesEn" text[], "useCasesEs" text[], "endpoints" text[],
      "services" json, "docsUrl" text, "swaggerUrl" text, "spec" json, "published" boolean, "updatedAt" timestamptz,
      "searchText" text, "searchPairs" text[], "searchTitle" text, "sortTitle" text)
    WHERE catalog_entries.id = ${id}`;
}
