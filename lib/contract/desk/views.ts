import { ListedViews, NewView, ViewChange, ViewOrder, ViewRef } from "../../domain/desk/views.ts";
import { Done, defineDeskOperation, defineDeskPost, Nothing } from "../operation.ts";

export const viewOperations = {
  listViews: defineDeskOperation({
    operationId: "listViews",
    method: "GET",
    path: "/admin/views",
    source: "none",
    input: Nothing,
    output: ListedViews,
    status: 200,
    access: "operator",
  }),
  saveView: defineDeskPost("saveView", "/admin/views/save", "operator", NewView, ViewRef),
  changeView: defineDeskPost("changeView", "/admin/views/change", "operator", ViewChange, Done),
  deleteView: defineDeskPost("deleteView", "/admin/views/delete", "operator", ViewRef, Done),
  orderViews: defineDeskPost("orderViews", "/admin/views/order", "operator", ViewOrder, Done),
};
