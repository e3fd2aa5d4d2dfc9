import "server-only";
import type { ApiCatalogEntry, CatalogKey } from "../../domain/catalog/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { isStorable } from "../../domain/schema-kit.ts";
import { contactFields } from "../../domain/submissions/core/schema.ts";
import { findPublished } from "./list-catalog-apis.ts";

/** Returns a published entry, as the same object until the entry changes (contract 4). @throws AppError `not_found` */
export async function getCatalogApi({ slug }: CatalogKey): Promise<ApiCatalogEntry> {
  // An unpublished entry looks exactly like a missing one: a different answer would let strangers list our drafts.
  const entry = isStorable(slug) && (await findPublished(slug));
  if (!entry) throw new AppError("not_found", "There is no API with this slug.");
  return entry;
}

/** Returns null for any other text. */
export async function findTopic(given: unknown): Promise<ApiCatalogEntry | null> {
  const slug = contactFields.topic.safeParse(given).data;
  if (slug === undefined) return null;
  try {
    return await getCatalogApi({ slug });
  } catch (error) {
    if (error instanceof AppError && error.kind === "not_found") return null;
    throw error;
  }
}
