import "server-only";
import { contentBounds } from "../../domain/catalog/editor/content.ts";
import { type ImportInput, type ImportReview, readOpenapi } from "../../domain/catalog/editor/import.ts";
import { listLeftParts } from "../../domain/catalog/editor/import-notes.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { findFirstParagraph } from "../../markdown/plain.ts";
import { fetchPublicText } from "../fetch-public-text.ts";
import { getDraft } from "./drafts.ts";
import { readDocument } from "./read-document.ts";

const fetchBounds = { bytesMax: contentBounds.spec, redirectsMax: 3, userAgent: "encaje-import" };

/**
 * The document to import, pasted or fetched, what it fills in, and the entry that it would change; or the reason why it
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
  const openapi = readOpenapi(read.spec, findFirstParagraph);
  if ("fault" in openapi) return openapi;
  const { spec, ...texts } = openapi.api;
  return {
    document: read.json,
    texts,
    conversions: read.conversions,
    left: listLeftParts(spec),
    entry: target ? await getDraft({ slug: target }, context) : null,
  };
}
