import * as z from "zod/mini";
import { Done, defineDeskGet, defineDeskPost, Nothing, nameOperations } from "../../operation.ts";
import { positiveInt, storedId, text } from "../../schema-kit.ts";
import { CappedCount } from "../core/submission.ts";
import { type InboxQuery, parseInboxQuery, toFirstPage, toQuery } from "./inbox-query.ts";

export const viewNameMax = 60;
export const viewQueryMax = 2000;
export const viewsMax = 50;

/** Built-in views. The browser translates their names. */
export const builtInViews = {
  today: "due=today&sort=due",
  mine: "status=open&owner=me&sort=due",
  unread: "message=unread&sort=message",
  qualified: "booking=none",
  unconfirmed: "consent=claimed",
  spam: "status=spam",
} as const;
type BuiltInView = keyof typeof builtInViews;

export function isBuiltInView(id: string): id is BuiltInView {
  return Object.hasOwn(builtInViews, id);
}

export function parseViewQuery(query: string): InboxQuery {
  const params = new URLSearchParams(query);
  return parseInboxQuery(Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)])));
}

/** Filters of a saved view, as `toQuery` returns them, but without page and view. */
const ViewQuery = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(2 * viewQueryMax)),
    z.transform((query) => String(toQuery({ ...toFirstPage(parseViewQuery(query)), view: undefined }))),
  ),
  z.string().check(z.maxLength(viewQueryMax)),
);

const Name = text({ min: 1, max: viewNameMax });
const ViewId = positiveInt();

export const NewView = z.object({ name: Name, isShared: z.boolean(), query: ViewQuery });
export type NewView = z.infer<typeof NewView>;

/** Omitted fields stay unchanged. */
export const ViewChange = z.object({
  id: ViewId,
  name: z.optional(Name),
  isShared: z.optional(z.boolean()),
});
export type ViewChange = z.infer<typeof ViewChange>;

export const ViewRef = z.object({ id: ViewId });
export type ViewRef = z.infer<typeof ViewRef>;

export const ViewOrder = z.object({ ids: z.array(ViewId).check(z.maxLength(viewsMax)) });
export type ViewOrder = z.infer<typeof ViewOrder>;

export const ListedView = z.object({
  /** The `view` parameter in the inbox's URL: a saved view's number or a built-in view's name. */
  id: storedId(),
  /** Name given by an operator. Null for a built-in view. */
  name: z.nullable(z.string()),
  query: z.string(),
  isShared: z.boolean(),
  /** Operator who saved the view. Null for a built-in view. */
  owner: z.nullable(z.object({ id: z.string(), name: z.string() })),
  isEditable: z.boolean(),
  /** Number of submissions in the view. */
  count: CappedCount,
  /** For the spam view: submissions that the service marked as spam since the operator last opened the view. */
  newCount: z._default(z.int(), 0),
});
export type ListedView = z.infer<typeof ListedView>;

const ListedViews = z.object({ views: z.array(ListedView) });

export const viewOperations = nameOperations({
  listViews: defineDeskGet("/admin/views", Nothing, ListedViews),
  saveView: defineDeskPost("/admin/views/save", "operator", NewView, ViewRef),
  changeView: defineDeskPost("/admin/views/change", "operator", ViewChange, Done),
  deleteView: defineDeskPost("/admin/views/delete", "operator", ViewRef, Done),
  orderViews: defineDeskPost("/admin/views/order", "operator", ViewOrder, Done),
});
