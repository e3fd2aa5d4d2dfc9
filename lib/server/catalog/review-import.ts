import "server-only";
import type { Operator } from "../../domain/access/operator.ts";
import { contentBounds } from "../../domain/catalog/editor/content.ts";
import type { ImportInput, ImportReview } from "../../domain/catalog/editor/import.ts";
import { fetchPublicText } from "../fetch-public-text.ts";
import { getDraft } from "./drafts.ts";
import { readDocument } from "./read-document.ts";

const fetchBounds = { bytesMax: contentBounds.spec, redirectsMax: 3, userAgent: "encaje-import" };

/**
 * Reviews a pasted or fetched document: returns its content and the entry that it would change, or the reason why it
 * cannot be imported.
 * @throws AppError `not_found` for the entry; `unavailable`
 */
export async function reviewImport(
  { document, url, target }: ImportInput,
  context: { operator: Operator },
): Promise<ImportReview> {
  const isPasted = Boolean(document.trim());
  if (!isPasted && !url.trim()) return { fault: "nothing" };
  const given = isPasted ? { text: document } : await fetchPublicText(url, fetchBounds);
  if ("fault" in given) return given;
  const read = await readDocument(given.text);
  if ("fault" in read) return read;
  const { json, conversions, openapi } = read;
  if ("fault" in openapi) return openapi;
  const { spec: _, ...texts } = openapi.api;
  return {
    document: json,
    texts,
    conversions,
    left: openapi.left,
    entry: target ? await getDraft({ slug: target }, context) : null,
  };
}
