import { z } from "zod";
import { isJsonObject, type JsonObject } from "../json.ts";

const HttpsUrl = z
  .string()
  .max(2048)
  .regex(/^https:\/\/\S+$/);

/** Spec 2.9. */
export const ApiCatalogService = z
  .object({
    id: z.string(),
    titleEn: z.string(),
    titleEs: z.string(),
    descriptionEn: z.string(),
    descriptionEs: z.string(),
    operations: z.array(z.string()),
    docsUrl: HttpsUrl.nullable().optional(),
    swaggerUrl: HttpsUrl.nullable().optional(),
  })
  .meta({ id: "ApiCatalogService" });
export type ApiCatalogService = z.infer<typeof ApiCatalogService>;

/** Spec 2.8. */
export const ApiCatalogEntry = z.object({
  id: z.number().int().positive(),
  slug: z.string().describe("Identifier used in the lookup path."),
  titleEn: z.string().describe("Title in English."),
  titleEs: z.string().describe("Title in Spanish."),
  descriptionEn: z.string(),
  descriptionEs: z.string(),
  useCasesEn: z.array(z.string()),
  useCasesEs: z.array(z.string()),
  endpoints: z.array(z.string()),
  services: z.array(ApiCatalogService),
  docsUrl: HttpsUrl.nullable().optional(),
  swaggerUrl: HttpsUrl.nullable().optional(),
  spec: z
    .custom<JsonObject>(isJsonObject)
    .meta({ type: "object", additionalProperties: true, description: "Free-form description, usually OpenAPI." }),
  published: z.boolean(),
  updatedAt: z.iso.datetime(),
});
export type ApiCatalogEntry = z.infer<typeof ApiCatalogEntry>;

/** What an author writes; the service adds id and updatedAt. */
export const CatalogDraft = ApiCatalogEntry.omit({ id: true, updatedAt: true });
export type CatalogDraft = z.infer<typeof CatalogDraft>;

/** Query of the listing. */
export const CatalogQuery = z.object({
  search: z
    .string()
    .optional()
    .describe(
      "Words to look for, in any order. Case and accents do not matter. Every word must occur in the slug, a title, a description, a use case, an endpoint or a service of the entry, in either language. Matches in a title come first.",
    )
    .meta({ examples: ["loyalty"] }),
});
export type CatalogQuery = z.infer<typeof CatalogQuery>;

export const CatalogKey = z.object({
  slug: z
    .string()
    .describe("The slug of a published entry.")
    .meta({ examples: ["receipts-validation"] }),
});
export type CatalogKey = z.infer<typeof CatalogKey>;
