import { notFound } from "next/navigation";
import type { Operator } from "#lib/domain/desk/operator.ts";
import { AppError } from "#lib/domain/errors.ts";
import { getDraft } from "#lib/server/catalog/drafts.ts";

/** The entry of a path segment, or Next's not-found page. */
export async function storedEntry(operator: Operator, part: string) {
  try {
    return await getDraft({ slug: decodeURIComponent(part) }, { operator });
  } catch (error) {
    const isNowhere = error instanceof URIError || (error instanceof AppError && error.kind === "not_found");
    if (isNowhere) notFound();
    throw error;
  }
}
