import * as z from "zod/mini";
import { isJsonObject, type JsonObject } from "../json.ts";
import type { Locale } from "../locale.ts";
import { described, fault, isoTime } from "../schema-kit.ts";

export const addressLengthMax = 2048;
export const HttpsUrl = z.string().check(z.maxLength(addressLengthMax), z.regex(/^https:\/\/\S+$/));
const OptionalUrl = z.optional(z.nullable(HttpsUrl));

/** A service of an entry (contract 2.9). */
export const ApiCatalogService = z.object({
  id: z.string(),
  titleEn: z.string(),
  titleEs: z.string(),
  descriptionEn: z.string(),
  descriptionEs: z.string(),
  operations: z.array(z.string()),
  docsUrl: OptionalUrl,
  swaggerUrl: OptionalUrl,
});
export type ApiCatalogService = z.infer<typeof ApiCatalogService>;

/** A catalog entry (contract 2.8). */
export const ApiCatalogEntry = z.object({
  id: z.int().check(z.positive()),
  slug: described("Identifier used in the lookup path.", z.string()),
  titleEn: described("Title in English.", z.string()),
  titleEs: described("Title in Spanish.", z.string()),
  descriptionEn: z.string(),
  descriptionEs: z.string(),
  useCasesEn: z.array(z.string()),
  useCasesEs: z.array(z.string()),
  endpoints: z.array(z.string()),
  services: z.array(ApiCatalogService),
  docsUrl: OptionalUrl,
  swaggerUrl: OptionalUrl,
  spec: z
    .custom<JsonObject>(isJsonObject)
    .check(
      z.meta({ type: "object", additionalProperties: true, description: "Free-form description, usually OpenAPI." }),
    ),
  published: z.boolean(),
  updatedAt: isoTime(),
});
export type ApiCatalogEntry = z.infer<typeof ApiCatalogEntry>;

export const CatalogDraft = z.omit(ApiCatalogEntry, { id: true, updatedAt: true });
export type CatalogDraft = z.infer<typeof CatalogDraft>;

export const CatalogQuery = z.object({
  search: z.optional(z.string({ error: fault("text") })).check(
    z.meta({
      description:
        "Words or a sentence in either language, in any order. Case, accents and words such as the or de do not matter. Every other word must occur in the slug, a title, a description, a use case, an endpoint or a service of the entry; if no entry has all, the nearest ones are returned, or none. Best matches first.",
      examples: ["loyalty"],
    }),
  ),
});
export type CatalogQuery = z.infer<typeof CatalogQuery>;

export const CatalogKey = z.object({
  slug: z
    .string({ error: fault("the slug of an entry") })
    .check(z.meta({ description: "The slug of a published entry.", examples: ["receipts-validation"] })),
});
export type CatalogKey = z.infer<typeof CatalogKey>;

export function localizeEntry(entry: ApiCatalogEntry, locale: Locale) {
  const isSpanish = locale === "es";
  return {
    title: isSpanish ? entry.titleEs : entry.titleEn,
    description: isSpanish ? entry.descriptionEs : entry.descriptionEn,
    useCases: isSpanish ? entry.useCasesEs : entry.useCasesEn,
    services: entry.services.map(({ titleEn, titleEs, descriptionEn, descriptionEs, ...service }) => ({
      ...service,
      title: isSpanish ? titleEs : titleEn,
      description: isSpanish ? descriptionEs : descriptionEn,
    })),
  };
}

export type ServiceTexts = ReturnType<typeof localizeEntry>["services"][number];
