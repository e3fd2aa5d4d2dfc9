import * as z from "zod/mini";
import { EntryInput, SeenEntry } from "../../domain/catalog/editor/content.ts";
import { ImportChoice, ImportInput, ImportReview } from "../../domain/catalog/editor/import.ts";
import { isoTime } from "../../domain/schema-kit.ts";
import { Done, defineDeskOperation } from "../operation.ts";

const change = { method: "POST", source: "body", status: 200, access: "operator" } as const;
/** A document of maximal length with every character escaped. */
const withDocument = { ...change, bodyBytesMax: 12 * 1024 * 1024 } as const;
const Saved = z.object({ slug: z.string(), updatedAt: isoTime() });

export const catalogOperations = {
  saveEntry: defineDeskOperation({
    ...withDocument,
    operationId: "saveEntry",
    path: "/admin/catalog/save",
    input: EntryInput,
    output: Saved,
  }),
  publishEntry: defineDeskOperation({
    ...change,
    operationId: "publishEntry",
    path: "/admin/catalog/publish",
    input: SeenEntry,
    output: Done,
  }),
  unpublishEntry: defineDeskOperation({
    ...change,
    operationId: "unpublishEntry",
    path: "/admin/catalog/unpublish",
    input: SeenEntry,
    output: Done,
  }),
  deleteEntry: defineDeskOperation({
    ...change,
    operationId: "deleteEntry",
    path: "/admin/catalog/delete",
    input: SeenEntry,
    output: Done,
  }),
  reviewImport: defineDeskOperation({
    ...withDocument,
    operationId: "reviewImport",
    path: "/admin/catalog/import",
    input: ImportInput,
    output: ImportReview,
  }),
  importEntry: defineDeskOperation({
    ...withDocument,
    operationId: "importEntry",
    path: "/admin/catalog/import/confirm",
    input: ImportChoice,
    output: Saved,
  }),
};
