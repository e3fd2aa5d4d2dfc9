import * as z from "zod/mini";
import { NewNote, NewReply, OwnerChange, StatusChange, StatusUndo } from "../../domain/desk/changes.ts";
import { InboxQuery } from "../../domain/desk/inbox-query.ts";
import { Done, defineDeskOperation } from "../operation.ts";

const submission = { method: "POST", source: "body", output: Done, status: 200, access: "operator" } as const;

export const inboxOperations = {
  changeStatus: defineDeskOperation({
    ...submission,
    operationId: "changeStatus",
    path: "/admin/inbox/{kind}/{id}/status",
    input: StatusChange,
  }),
  undoStatus: defineDeskOperation({
    ...submission,
    operationId: "undoStatus",
    path: "/admin/inbox/{kind}/{id}/undo",
    input: StatusUndo,
  }),
  changeOwner: defineDeskOperation({
    ...submission,
    operationId: "changeOwner",
    path: "/admin/inbox/{kind}/{id}/owner",
    input: OwnerChange,
  }),
  addNote: defineDeskOperation({
    ...submission,
    operationId: "addNote",
    path: "/admin/inbox/{kind}/{id}/notes",
    input: NewNote,
  }),
  sendReply: defineDeskOperation({
    ...submission,
    operationId: "sendReply",
    path: "/admin/inbox/{kind}/{id}/reply",
    input: NewReply,
  }),
  /** A CSV file of the filtered list. */
  exportSubmissions: defineDeskOperation({
    operationId: "exportSubmissions",
    method: "GET",
    path: "/admin/inbox/export",
    source: "query",
    input: InboxQuery,
    output: z.string(),
    status: 200,
    access: "operator",
  }),
};
