import type * as z from "zod/mini";
import { EntryList, PublishEntry, PutEntry, StoredEntry } from "../domain/catalog/editor/operations.ts";
import { Nothing, type Operation, type Scope } from "../domain/operation.ts";
import {
  ApiNote,
  ApiReply,
  ApiSubmission,
  ApiSubmissionPage,
  ChangedSubmission,
  EventSamples,
  NewSubscription,
  OwnerChange,
  QueuedReply,
  SamplesQuery,
  StatusChange,
  SubmissionKey,
  SubmissionsQuery,
  Subscription,
  SubscriptionKey,
  SubscriptionList,
} from "./operator-schemas.ts";

export type OperatorOperation<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> = Operation<Input, Output, "key"> & { access: "key"; scope: Scope; summary: string; description: string };

function define<Input extends z.ZodMiniType, Output extends z.ZodMiniType>({
  status = 200,
  ...operation
}: Omit<OperatorOperation<Input, Output>, "access" | "status"> & { status?: 200 | 201 }): OperatorOperation<
  Input,
  Output
> {
  return { ...operation, status, access: "key" };
}

const one = "/v1/submissions/{reference}";
const change = { method: "POST", scope: "submissions:write", source: "body", output: ChangedSubmission } as const;

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
  }),
  changeApiStatus: define({
    ...change,
    operationId: "changeApiStatus",
    path: `${one}/status`,
    summary: "Change the status",
    description: "A status that already has the value to is not a conflict.",
    input: StatusChange,
  }),
  changeApiOwner: define({
    ...change,
    operationId: "changeApiOwner",
    path: `${one}/owner`,
    summary: "Change the owner",
    description: "Tells the new owner by mail. An owner who already is the one of to is not a conflict.",
    input: OwnerChange,
  }),
  addApiNote: define({
    ...change,
    operationId: "addApiNote",
    path: `${one}/notes`,
    summary: "Add a note",
    description: "Only operators see it. The same note within ten seconds is stored once.",
    input: ApiNote,
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
  }),
  listApiWebhooks: define({
    operationId: "listApiWebhooks",
    method: "GET",
    path: "/v1/webhooks",
    scope: "webhooks:manage",
    summary: "List the endpoints of webhooks",
    description: "Oldest first, also those that an admin added at the desk.",
    source: "none",
    input: Nothing,
    output: SubscriptionList,
  }),
  subscribeApiWebhook: define({
    operationId: "subscribeApiWebhook",
    method: "POST",
    path: "/v1/webhooks",
    scope: "webhooks:manage",
    summary: "Subscribe to events",
    description:
      "Adds an endpoint, without a handshake. Conditions on submissions are optional. It stays when the key ends: unsubscribe first.",
    source: "body",
    input: NewSubscription,
    output: Subscription,
    status: 201,
  }),
  unsubscribeApiWebhook: define({
    operationId: "unsubscribeApiWebhook",
    method: "DELETE",
    path: "/v1/webhooks/{id}",
    scope: "webhooks:manage",
    summary: "Unsubscribe",
    description: "Removes the endpoint and its log. The answer is the same if it was removed before.",
    source: "path",
    input: SubscriptionKey,
    output: SubscriptionKey,
  }),
  listEventSamples: define({
    operationId: "listEventSamples",
    method: "GET",
    path: "/v1/events/samples",
    scope: "webhooks:manage",
    summary: "List sample events of a type",
    description:
      "The newest three, newest first, as an endpoint would get them now. Where there is none, an example that stays the same.",
    source: "query",
    input: SamplesQuery,
    output: EventSamples,
  }),
};
