import * as z from "zod/mini";
import { Viewing } from "../../domain/desk/changes.ts";
import { LiveQuery } from "../../domain/desk/live.ts";
import { Done, defineDeskOperation, defineDeskPost } from "../operation.ts";

export const liveOperations = {
  /** Server-sent events, each a LiveMessage (lib/domain/desk/live). */
  watchInbox: defineDeskOperation({
    operationId: "watchInbox",
    method: "GET",
    path: "/admin/inbox/events",
    source: "query",
    input: LiveQuery,
    output: z.string(),
    status: 200,
    access: "operator",
  }),
  viewSubmission: defineDeskPost("viewSubmission", "/admin/inbox/{kind}/{id}/viewing", "operator", Viewing, Done),
};
