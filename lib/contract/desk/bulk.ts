import * as z from "zod/mini";
import { ManyChange, ManyResult, Selection, Undo } from "../../domain/desk/bulk.ts";
import { defineDeskOperation, defineDeskPost } from "../operation.ts";

export const bulkOperations = {
  changeMany: defineDeskPost("changeMany", "/admin/bulk/change", "operator", ManyChange, ManyResult),
  /** Also of a single change. */
  undoChanges: defineDeskPost("undoChanges", "/admin/bulk/undo", "operator", Undo, ManyResult),
  /** A CSV file of the given submissions. */
  exportSelection: defineDeskOperation({
    operationId: "exportSelection",
    method: "GET",
    path: "/admin/bulk/export",
    source: "query",
    input: Selection,
    output: z.string(),
    status: 200,
    access: "operator",
  }),
};
