// Stores the sample catalog if the catalog is empty, the initial site content, and the first reply templates.
import fs from "node:fs";
import path from "node:path";
import { CatalogDraft } from "../lib/domain/catalog/schema.ts";
import { seedSamples } from "../lib/server/catalog/entries.ts";
import { seedSite } from "../lib/server/site/edit-site.ts";
import { seedReplyTemplates } from "../lib/server/submissions/reply/reply-templates.ts";
import { withConnection, withMigrationLock } from "./migration-lock.ts";

const folder = path.join(import.meta.dirname, "..", "prisma", "seed", "entries");

export function readSamples(): CatalogDraft[] {
  return fs
    .readdirSync(folder)
    .sort()
    .map((file) => CatalogDraft.parse(JSON.parse(fs.readFileSync(path.join(folder, file), "utf8"))));
}

/**
 * Stores the sample entries if the catalog is empty, and site and templates of a new desk.
 * @returns number of entries stored
 */
export async function seed(url: string): Promise<number> {
  const now = new Date();
  return withConnection(url, (client) =>
    withMigrationLock(client, async () => {
      await seedSite(now);
      await seedReplyTemplates(now);
      return seedSamples(readSamples(), now);
    }),
  );
}
