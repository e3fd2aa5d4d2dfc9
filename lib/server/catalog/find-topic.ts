import "server-only";
import type { ApiCatalogEntry } from "../../domain/catalog/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { contactFields } from "../../domain/submissions/schema.ts";
import { getCatalogApi } from "./get-catalog-api.ts";

/**
 * The published entry whose slug is the topic of a question. Null for any other text, and while the database is away: a
 * question can be asked without a topic.
 */
export async function findTopic(given: unknown): Promise<ApiCatalogEntry | null> {
  const slug = contactFields.topic.safeParse(given).data;
  if (slug === undefined) return null;
  try {
    return await getCatalogApi({ slug });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
