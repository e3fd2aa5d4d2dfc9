import * as z from "zod/mini";
import { ManyChange, ManyResult, ManyUndo, Selection } from "../../domain/desk/bulk.ts";
import { defineDeskOperation, defineDeskPost } from "../operation.ts";

export const bulkOperations = {
  changeMany: defineDeskPost("changeMany", "/admin/bulk/change", "operator", ManyChange, ManyResult),
  undoMany: defineDeskPost("undoMany", "/admin/bulk/undo", "operator", ManyUndo, ManyResult),
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
