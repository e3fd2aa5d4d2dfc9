import type * as z from "zod/mini";
import { EntryList, PublishEntry, PutEntry, StoredEntry } from "../domain/catalog/editor/operator-api.ts";
import { Nothing, type Operation } from "../domain/operation.ts";
import type { Scope } from "../domain/scopes.ts";
import {
  ApiNote,
  ApiReply,
  ApiSubmission,
  ApiSubmissionPage,
  ChangedSubmission,
  OwnerChange,
  QueuedReply,
  StatusChange,
  SubmissionKey,
  SubmissionsQuery,
} from "./operator-submissions.ts";

export type OperatorOperation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> = Operation<Input, Output, "key"> & { access: "key"; scope: Scope; summary: string; description: string };

function define<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  operation: Omit<OperatorOperation<Input, Output>, "access">,
): OperatorOperation<Input, Output> {
  return { ...operation, access: "key" };
}

const one = "/v1/submissions/{reference}";

/** The operator API. Route handlers, its OpenAPI document and the tests of every scope derive from it. */
export const operatorOperations = {
  listApiSubmissions: define({
    operationId: "listApiSubmissions",
    method: "GET",
    path: "/v1/submissions",
    scope: "submissions:read",
    summary: "List submissions",
    description: "Newest first, with the inbox's filters. Repeats are left out, and spam unless status asks for it.",
    source: "query",
    input: SubmissionsQuery,
    output: ApiSubmissionPage,
    status: 200,
  }),
  getApiSubmission: define({
    operationId: "getApiSubmission",
    method: "GET",
    path: one,
    scope: "submissions:read",
    summary: "Get a submission",
    description: "With the person's words, the answers as ticked and the timeline.",
    source: "path",
    input: SubmissionKey,
    output: ApiSubmission,
    status: 200,
  }),
  changeApiStatus: define({
    operationId: "changeApiStatus",
    method: "POST",
    path: `${one}/status`,
    scope: "submissions:write",
    summary: "Change the status",
    description: "A status that already has the value to is no conflict.",
    source: "body",
    input: StatusChange,
    output: ChangedSubmission,
    status: 200,
  }),
  changeApiOwner: define({
    operationId: "changeApiOwner",
    method: "POST",
    path: `${one}/owner`,
    scope: "submissions:write",
    summary: "Change the owner",
    description: "Tells the new owner by mail. An owner who already is the one of to is no conflict.",
    source: "body",
    input: OwnerChange,
    output: ChangedSubmission,
    status: 200,
  }),
  addApiNote: define({
    operationId: "addApiNote",
    method: "POST",
    path: `${one}/notes`,
    scope: "submissions:write",
    summary: "Add a note",
    description: "For operators alone. The same note within ten seconds is stored once.",
    source: "body",
    input: ApiNote,
    output: ChangedSubmission,
    status: 201,
  }),
  sendApiReply: define({
    operationId: "sendApiReply",
    method: "POST",
    path: `${one}/replies`,
    scope: "submissions:reply",
    summary: "Reply by mail",
    description:
      "As the desk replies: the first one stops the response clock. The same text sent again is mailed once.",
    source: "body",
    input: ApiReply,
    output: QueuedReply,
    status: 201,
  }),
  listApiEntries: define({
    operationId: "listApiEntries",
    method: "GET",
    path: "/v1/entries",
    scope: "entries:read",
    summary: "List the catalog's entries",
    description: "Published or not, by English title, without their documents.",
    source: "none",
    input: Nothing,
    output: EntryList,
    status: 200,
  }),
  putApiEntry: define({
    operationId: "putApiEntry",
    method: "PUT",
    path: "/v1/entries/{slug}",
    scope: "entries:write",
    summary: "Store an entry",
    description:
      "Creates an unpublished entry, or replaces the texts of the one with this slug, which stays as published as it is.",
    source: "body",
    input: PutEntry,
    output: StoredEntry,
    status: 200,
    bodyBytesMax: 12 * 1024 * 1024,
  }),
  publishApiEntry: define({
    operationId: "publishApiEntry",
    method: "POST",
    path: "/v1/entries/{slug}/publish",
    scope: "entries:write",
    summary: "Publish an entry",
    description: "It needs a title and a description in both languages.",
    source: "body",
    input: PublishEntry,
    output: StoredEntry,
    status: 200,
  }),
};
