import * as z from "zod/mini";
import { Done, defineDeskGet, defineDeskPost, nameOperations } from "../../operation.ts";
import { described, isoTime } from "../../schema-kit.ts";
import { ApiCatalogEntry } from "../schema.ts";
import { readSearchQuery } from "../search.ts";
import { EntryInput, EntryTexts, RestoreInput, SaveConflict, SeenEntry } from "./content.ts";
import { DocumentChoice, ImportChoice, ImportInput, ImportReview } from "./import.ts";

/** Body size limit, large enough for a document of maximum length in which JSON escapes every character. */
const withDocument = { bodyBytesMax: 12 * 1024 * 1024 };
const Saved = z.object({ slug: z.string(), updatedAt: isoTime() });
const SaveAnswer = z.union([Saved, z.object({ conflict: SaveConflict })]);

const EntrySearch = z.object({
  search: z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((given: string | string[]) => readSearchQuery(given)),
  ),
});
const FoundEntry = z.object({ slug: z.string(), titleEn: z.string(), titleEs: z.string(), published: z.boolean() });

export const catalogOperations = nameOperations({
  findEntries: defineDeskGet(
    "/admin/catalog",
    EntrySearch as z.ZodMiniType<z.output<typeof EntrySearch>, object>,
    z.object({ entries: z.array(FoundEntry) }),
  ),
  saveEntry: defineDeskPost("/admin/catalog/save", "operator", EntryInput, SaveAnswer, withDocument),
  publishEntry: defineDeskPost("/admin/catalog/publish", "operator", SeenEntry, Done),
  unpublishEntry: defineDeskPost("/admin/catalog/unpublish", "operator", SeenEntry, Done),
  publishDocument: defineDeskPost("/admin/catalog/document", "operator", DocumentChoice, Saved),
  restoreEntry: defineDeskPost("/admin/catalog/restore", "operator", RestoreInput, Saved),
  deleteEntry: defineDeskPost("/admin/catalog/delete", "operator", SeenEntry, Done),
  reviewImport: defineDeskPost("/admin/catalog/import", "operator", ImportInput, ImportReview, withDocument),
  importEntry: defineDeskPost("/admin/catalog/import/confirm", "operator", ImportChoice, Saved, withDocument),
});

// Schemas of catalog entries in the operator API.

const texts = z.omit(EntryTexts, { slug: true });
const slug = EntryTexts.shape.slug;

const EntrySummary = z.omit(ApiCatalogEntry, { id: true, spec: true });
export const EntrySummaries = z.object({ entries: z.array(EntrySummary) });

export const PutEntry = z.extend(texts, {
  slug,
  spec: z.optional(described("The OpenAPI document. If omitted, the stored one stays.", ApiCatalogEntry.shape.spec)),
  updatedAt: z.optional(
    described(
      "updatedAt of the entry that you saw; omit it for a new one. If it has changed, the answer is a 409.",
      isoTime(),
    ),
  ),
});
export type PutEntry = z.output<typeof PutEntry>;

export const PublishEntry = z.object({
  slug,
  updatedAt: described("updatedAt of the entry that you saw. If it has changed, the answer is a 409.", isoTime()),
});

export const EntryState = z.object({ slug: z.string(), published: z.boolean(), updatedAt: isoTime() });

export const catalogPaths = {
  list: "/admin/catalog",
  new: "/admin/catalog/new",
  import: "/admin/catalog/import",
  edit: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}`,
  document: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}/document`,
  versions: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}/history`,
  preview: (slug: string) => `/admin/catalog/${encodeURIComponent(slug)}/preview`,
};
