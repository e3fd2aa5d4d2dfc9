import { randomUUID } from "node:crypto";
import { beforeAll } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import type { EntryContent, EntryInput } from "../../domain/catalog/editor/content.ts";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { DeskRecords } from "../submissions/core/desk.fixture.ts";
import { getDraft } from "./drafts.ts";
import { publishEntry, saveEntry } from "./edit-entry.ts";

export const now = new Date("2026-11-21T12:00:00.000Z");
export const newSlug = () => `entry-${randomUUID()}`;

export const toInput = (entry: ApiCatalogEntry | null, content: EntryContent): EntryInput => ({ ...content, entry });

/** Test records for the desk, and an operator who edits the catalog. */
export class CatalogRecords extends DeskRecords {
  #context: { operator: Operator; now: Date } | undefined;

  constructor(connectionString: string | undefined) {
    super(connectionString);
    beforeAll(async () => {
      this.#context = { operator: await this.operator(), now };
    });
  }

  get context(): { operator: Operator; now: Date } {
    if (!this.#context) throw new Error("read `context` within a test");
    return this.#context;
  }

  /** Stores a catalog entry as a draft, or published, and returns it. */
  async entry(change: Partial<EntryContent> = {}, { isPublished = false } = {}) {
    const slug = newSlug();
    await saveEntry(toInput(null, fullContent({ slug, ...change })), this.context);
    if (isPublished) await publishEntry(await getDraft({ slug }, this.context), this.context);
    return getDraft({ slug }, this.context);
  }
}
