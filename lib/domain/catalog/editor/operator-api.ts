// Schemas of catalog entries in the operator API.
import * as z from "zod/mini";
import { described, isoTime } from "../../schema-kit.ts";
import { ApiCatalogEntry } from "../schema.ts";
import { EntryTexts } from "./content.ts";

const texts = z.omit(EntryTexts, { slug: true });
const slug = EntryTexts.shape.slug;

export const EntrySummary = z.omit(ApiCatalogEntry, {
  id: true,
  spec: true,
  endpoints: true,
  docsUrl: true,
  swaggerUrl: true,
});
export const EntryList = z.object({ entries: z.array(EntrySummary) });

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

export const StoredEntry = z.object({ slug: z.string(), published: z.boolean(), updatedAt: isoTime() });
