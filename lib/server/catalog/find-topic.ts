import "server-only";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { contactFields } from "../../domain/submissions/core/schema.ts";
import { getCatalogApi } from "./get-catalog-api.ts";

/**
 * Finds the published entry whose slug is the topic of a question. Returns null for any other text.
 * @throws AppError `unavailable`
 */
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
