import "server-only";
import type { CatalogDraft } from "../../domain/catalog/schema.ts";
import { database } from "../db.ts";
import { toRow } from "./to-row.ts";

/** Stores `drafts` when the catalog is empty, and returns how many it stored. */
export async function seedSamples(drafts: CatalogDraft[], now: Date): Promise<number> {
  return database((db) =>
    db.$transaction(async (transaction) => {
      const isFilled = await transaction.catalogEntry.findFirst({ select: { id: true } });
      if (isFilled) return 0;
      const { count } = await transaction.catalogEntry.createMany({ data: drafts.map((draft) => toRow(draft, now)) });
      return count;
    }),
  );
}
