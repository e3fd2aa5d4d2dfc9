import { notFound } from "next/navigation";
import { AppError } from "#lib/domain/errors.ts";
import { getCatalogApi } from "#lib/server/catalog/get-catalog-api.ts";

/** The published entry that a part of the address names; the page that says there is none, for any other. */
export async function publishedEntry(part: string) {
  try {
    return await getCatalogApi({ slug: decodeURIComponent(part) });
  } catch (error) {
    const isNowhere = error instanceof URIError || (error instanceof AppError && error.kind === "not_found");
    if (isNowhere) notFound();
    throw error;
  }
}
