import "server-only";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import type { Operator } from "../../domain/access/operator.ts";
import type { Comparison } from "../../domain/catalog/compare/model.ts";
import { contentBounds } from "../../domain/catalog/editor/content.ts";
import type {
  ImportedApi,
  ImportFault,
  ImportInput,
  ImportReview,
  OpenapiFault,
} from "../../domain/catalog/editor/import.ts";
import type { Conversion, UnusedParts } from "../../domain/catalog/editor/import-notes.ts";
import type { JsonObject } from "../../domain/json.ts";
import { fetchPublicText } from "../fetch-public-text.ts";
import { oncePerProcess } from "../process.ts";
import { ThreadPool, threadBounds } from "../thread.ts";
import { getDraft } from "./drafts.ts";

export type ImportRefusal = { fault: ImportFault; line?: number; column?: number };
/** `openapi` contains the API that the document describes, and the parts of the document that an entry cannot store. */
export type ReadDocument = {
  spec: JsonObject;
  json: string;
  conversions: Conversion[];
  openapi: { api: ImportedApi; unused: UnusedParts } | { fault: OpenapiFault };
};

/** The react-server condition lets the worker thread load the Markdown module, which is marked as server-only. */
const threadOptions = { ...threadBounds, execArgv: ["--conditions=react-server"] };

const threads = oncePerProcess(
  "document threads",
  () =>
    new ThreadPool<string | ComparedDocuments, ReadDocument | ImportRefusal | Comparison | null>(
      () => new Worker(new URL("./document-thread.ts", import.meta.url), threadOptions),
    ),
);

/** Runs one task at a time: each result is copied to this thread, and several copies at once would delay requests. */
const turns = oncePerProcess("document turns", () => pLimit(1));

/** Reads a document in another thread, because a large one takes a second or more. */
export async function readDocument(text: string): Promise<ReadDocument | ImportRefusal> {
  const read = await turns(() => threads.run(text));
  return read && !("level" in read) ? read : { fault: "too_long" };
}

/** `today` is a date as YYYY-MM-DD. */
export type ComparedDocuments = { before: JsonObject; after: JsonObject; today: string };

/**
 * Compares in the threads that read documents. Returns `may_break` if the comparison failed, or if parts could not be
 * compared and no change was found.
 */
export async function compareDocuments(given: ComparedDocuments): Promise<Comparison> {
  const compared = await turns(() => threads.run(given));
  if (compared && "level" in compared && (compared.level !== "none" || !compared.partial.length)) return compared;
  return { level: "may_break", changes: [], partial: ["pairs"], unresolved: [] };
}

const fetchBounds = { bytesMax: contentBounds.spec, redirectsMax: 3, userAgent: "encaje-import" };

/** @throws AppError `not_found` when the entry does not exist */
export async function reviewImport(
  { document, url, target }: ImportInput,
  context: { operator: Operator },
): Promise<ImportReview> {
  const isPasted = Boolean(document.trim());
  if (!isPasted && !url.trim()) return { fault: "nothing" };
  // Browsers put this character in the place of bytes that are not UTF-8.
  if (document.includes("\ufffd")) return { fault: "encoding" };
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
    unused: openapi.unused,
    entry: target ? await getDraft({ slug: target }, context) : null,
  };
}
