import type * as z from "zod/mini";
import { EntryState, EntrySummaries, PublishEntry, PutEntry } from "../domain/catalog/editor/operations.ts";
import { Nothing, nameOperations, type Operation, type Scope } from "../domain/operation.ts";
import {
  ApiNote,
  ApiReply,
  ApiSubmission,
  ApiSubmissionKey,
  ApiSubmissionPage,
  ChangedSubmission,
  EventSamples,
  NewSubscription,
  OwnerChange,
  QueuedReply,
  SamplesQuery,
  StatusChange,
  SubmissionsQuery,
  Subscription,
  SubscriptionKey,
  SubscriptionList,
} from "./operator-schemas.ts";

export type OperatorOperation = Operation<z.ZodMiniType, z.ZodMiniType, "key"> & {
  scope: Scope;
  summary: string;
  description: string;
};

const withKey = <Needed extends Scope>(scope: Needed) => ({ access: "key", scope }) as const;

const one = "/v1/submissions/{reference}";
const change = { ...withKey("submissions:write"), method: "POST", output: ChangedSubmission } as const;

/** The operator API. Route handlers, its OpenAPI document and the tests of every scope derive from it. */
export const operatorOperations = nameOperations({
  listApiSubmissions: {
    method: "GET",
    path: "/v1/submissions",
    ...withKey("submissions:read"),
    summary: "List submissions",
    description: "Newest first, with the inbox's filters. Repeats are left out, and spam unless status asks for it.",
    input: SubmissionsQuery,
    output: ApiSubmissionPage,
  },
  getApiSubmission: {
    method: "GET",
    path: one,
    ...withKey("submissions:read"),
    summary: "Get a submission",
    description: "With the person's words, the answers as ticked and the timeline.",
    input: ApiSubmissionKey,
    output: ApiSubmission,
  },
  changeApiStatus: {
    ...change,
    path: `${one}/status`,
    summary: "Change the status",
    description: "A status that already has the value to is not a conflict.",
    input: StatusChange,
  },
  changeApiOwner: {
    ...change,
    path: `${one}/owner`,
    summary: "Change the owner",
    description: "Tells the new owner by mail. An owner who already is the one of to is not a conflict.",
    input: OwnerChange,
  },
  addApiNote: {
    ...change,
    path: `${one}/notes`,
    summary: "Add a note",
    description: "Only operators see it. The same note within a minute is stored once.",
    input: ApiNote,
    status: 201,
  },
  sendApiReply: {
    method: "POST",
    path: `${one}/replies`,
    ...withKey("submissions:reply"),
    summary: "Reply by mail",
    description:
      "As the desk replies: the first one stops the response clock. The same text sent again is mailed once.",
    input: ApiReply,
    output: QueuedReply,
    status: 201,
  },
  listApiEntries: {
    method: "GET",
    path: "/v1/entries",
    ...withKey("entries:read"),
    summary: "List the catalog's entries",
    description: "Published or not, by English title, without their documents.",
    input: Nothing,
    output: EntrySummaries,
  },
  putApiEntry: {
    method: "PUT",
    path: "/v1/entries/{slug}",
    ...withKey("entries:write"),
    summary: "Store an entry",
    description:
      "Creates an unpublished entry, or replaces the texts of the one with this slug, which stays as published as it is.",
    input: PutEntry,
    output: EntryState,
    bodyBytesMax: 12 * 1024 * 1024,
  },
  publishApiEntry: {
    method: "POST",
    path: "/v1/entries/{slug}/publish",
    ...withKey("entries:write"),
    summary: "Publish an entry",
    description: "It needs a title and a description in both languages.",
    input: PublishEntry,
    output: EntryState,
  },
  listApiWebhooks: {
    method: "GET",
    path: "/v1/webhooks",
    ...withKey("webhooks:manage"),
    summary: "List the endpoints of webhooks",
    description: "Oldest first, also those that an admin added at the desk.",
    input: Nothing,
    output: SubscriptionList,
  },
  subscribeApiWebhook: {
    method: "POST",
    path: "/v1/webhooks",
    ...withKey("webhooks:manage"),
    summary: "Subscribe to events",
    description:
      "Adds an endpoint, without a handshake. Conditions on submissions are optional. It stays when the key ends: unsubscribe first.",
    input: NewSubscription,
    output: Subscription,
    status: 201,
  },
  unsubscribeApiWebhook: {
    method: "DELETE",
    path: "/v1/webhooks/{id}",
    ...withKey("webhooks:manage"),
    summary: "Unsubscribe",
    description: "Removes the endpoint and its log. The answer is the same if it was removed before.",
    input: SubscriptionKey,
    output: SubscriptionKey,
  },
  listEventSamples: {
    method: "GET",
    path: "/v1/events/samples",
    ...withKey("webhooks:manage"),
    summary: "List sample events of a type",
    description:
      "The newest three, newest first, as an endpoint would get them now. Where there is none, an example that stays the same.",
    input: SamplesQuery,
    output: EventSamples,
  },
});
