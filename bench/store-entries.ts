// Stores catalog entries a batch at a time, as the app itself stores them.
import type { CatalogDraft } from "../lib/domain/catalog/schema.ts";
import { insertEntries } from "../lib/server/catalog/entries.ts";
import { database, disconnect } from "../lib/server/db.ts";

/** Small, because the app gives a statement a second and a half. */
const batchSize = 250;

/** Works on one database per process: the app reads DATABASE_URL once. */
export async function storeEntries(url: string, drafts: Iterable<CatalogDraft>): Promise<void> {
  process.env.DATABASE_URL = url;
  const now = new Date();
  let batch: CatalogDraft[] = [];
  const store = () => database((db) => insertEntries(db, batch, now));
  for (const draft of drafts) {
    if (batch.push(draft) < batchSize) continue;
    await store();
    batch = [];
  }
  if (batch.length) await store();
  await disconnect();
}
