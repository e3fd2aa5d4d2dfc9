import "server-only";
import type { CatalogDraft } from "../../domain/catalog/schema.ts";
import { database } from "../db.ts";
import { insertEntries } from "./insert-entries.ts";

/** Stores `drafts` when the catalog is empty, and returns how many it stored. */
export async function seedSamples(drafts: CatalogDraft[], now: Date): Promise<number> {
  return database((db) =>
    db.$transaction(async (transaction) => {
      const isFilled = await transaction.catalogEntry.findFirst({ select: { id: true } });
      if (isFilled) return 0;
      // Another instance may be seeding at this moment: what it has stored is left alone.
      return insertEntries(transaction, drafts, now);
    }),
  );
}
