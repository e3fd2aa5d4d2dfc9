import type * as z from "zod/mini";
import { EntryState, EntrySummaries, PublishEntry, PutEntry } from "../domain/catalog/editor/operations.ts";
import { ApiError } from "../domain/errors.ts";
import { asObject, type JsonObject } from "../domain/json.ts";
import { defaultBodyBytesMax, hasBody, Nothing, scopes } from "../domain/operation.ts";
import { ownFields } from "../domain/submissions/core/fields.ts";
import { composeBody, createExampleEvent, exampleSubmission } from "../domain/webhooks/body.ts";
import { errorExamples, responseExamples, schemaExamples } from "./examples.ts";
import { limitHeaders, retryHeaders, toHeader } from "./headers.ts";
import { type ApiSite, listParameters, toComponents, toPaths, toReference } from "./openapi.ts";
import { type OperatorOperation, operatorOperations } from "./operator-operations.ts";
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
  StatusChange,
  Subscription,
  SubscriptionKey,
  SubscriptionList,
} from "./operator-schemas.ts";

const inputs = {
  StatusChange,
  OwnerChange,
  NewNote: ApiNote,
  NewReply: ApiReply,
  EntryInput: PutEntry,
  PublishEntry,
  NewSubscription,
};
const outputs = {
  SubmissionPage: ApiSubmissionPage,
  Submission: ApiSubmission,
  ChangedSubmission,
  QueuedReply,
  EntrySummaries,
  EntryState,
  SubscriptionList,
  Subscription,
  SubscriptionKey,
  EventSamples,
  ApiError,
};

/** Builds the OpenAPI document of the operator API, which is separate from that of the public contract. */
export function buildOperatorOpenApi({ siteUrl, siteName, contactEmail }: ApiSite): JsonObject {
  return {
    openapi: "3.1.0",
    info: {
      title: `${siteName}: operator API`,
      version: "1.0.0",
      summary: "Submissions, catalog entries and webhooks, for the company's own programs.",
      description,
      contact: { name: siteName, email: contactEmail, url: siteUrl },
      license: { name: "Proprietary", url: siteUrl },
    },
    servers: [{ url: `${siteUrl}/api` }],
    security: [{ key: [] }],
    tags: [
      { name: "Submissions", description: "Evaluations and inquiries. Confidential." },
      { name: "Entries", description: "The catalog's entries, published or not." },
      { name: "Webhooks", description: "Addresses that are told of events, and samples of what they get." },
    ],
    paths: toPaths(Object.values<OperatorOperation>(operatorOperations), toPathItem),
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: `A key of the desk. Its scopes: ${scopes.join(", ")}.` },
      },
      headers: {
        RateLimit: toHeader("What is left of the key's limit, and the seconds until it is whole again."),
        "RateLimit-Policy": toHeader("The key's limit: requests, and the seconds of its window."),
      },
      schemas: { ...withoutPathParameters(toComponents(inputs, "input")), ...toComponents(outputs, "output") },
    },
  };
}

const description = `For the company's own programs. An admin makes a key at the desk; it acts for that admin, and ends with them. Send it as Authorization: Bearer enc_….

- 401: the key is unknown, has expired or was revoked, or its maker is no longer an active admin. 403: it lacks the scope that the error names.
- Each key may send 600 requests a minute. A 429 says in Retry-After after how many seconds there is room again.
- A change names what you saw. If somebody else was faster, the answer is a 409 and nothing is stored.
- Unknown properties of a body are ignored. An unknown filter or an invalid payload is a 400 whose error names each at fault.
- Scores and thresholds are not part of it.`;

function getTag({ path }: OperatorOperation): string {
  if (path.startsWith("/v1/submissions")) return "Submissions";
  return path.startsWith("/v1/entries") ? "Entries" : "Webhooks";
}

function toPathItem(operation: OperatorOperation): JsonObject {
  const { operationId, method, path, scope, summary, description, status, input, output } = operation;
  const bytesMax = operation.bodyBytesMax ?? defaultBodyBytesMax;
  const parameters = listParameters(operation);
  return {
    operationId,
    tags: [getTag(operation)],
    summary,
    description: `${description} Scope: ${scope}.`,
    ...(parameters.length ? { parameters } : {}),
    ...(hasBody(operation)
      ? { requestBody: { required: true, content: toContent(input, operatorRequestExamples[toName(operation)]) } }
      : {}),
    responses: {
      [status]: {
        description: `${summary}: done.`,
        headers: { "X-Request-Id": toHeader("Reference of this request."), ...limitHeaders },
        content: toContent(output, operatorResponseExamples[toName(operation)]),
      },
      ...(input === Nothing ? {} : toError(400, "The request is wrong.", "Invalid payload: to is required.")),
      ...toError(401, "The key does not work.", "Send a valid key of the operator API: Authorization: Bearer enc_…."),
      ...toError(403, "The key lacks the scope.", `This needs a key with the scope ${scope}.`),
      ...(path.includes("{") && method !== "DELETE"
        ? toError(404, "There is none.", "There is no such submission.")
        : {}),
      ...(hasBody(operation)
        ? {
            ...toError(409, "It does not fit what is stored.", "Ana Ruiz has changed it: get the submission again."),
            ...toError(413, "The body is too large.", `The body must be at most ${bytesMax} bytes.`),
            ...toError(415, "The content type is not JSON.", errorExamples.unsupported_media_type.error),
          }
        : {}),
      ...toError(
        429,
        "Too many requests with this key.",
        "Too many requests from this key. Try again in 20 seconds.",
        "rate_limited",
      ),
      ...toError(503, "The database is unavailable.", errorExamples.unavailable.error),
    },
  };
}

const toName = ({ operationId }: OperatorOperation) => operationId as keyof typeof operatorOperations;

function toContent(schema: z.ZodMiniType, example: JsonObject | undefined): JsonObject {
  return { "application/json": { schema: toReference(schema, { ...inputs, ...outputs }), example } };
}

function toError(status: number, text: string, error: string, code?: string): JsonObject {
  const wait = [429, 503].includes(status) ? retryHeaders : {};
  const headers = { ...(status === 401 || status === 503 ? {} : limitHeaders), ...wait };
  const example = code ? { error, code } : { error };
  return { [status]: { description: text, headers, content: toContent(ApiError, example) } };
}

/** Removes path parameters, which the input schemas contain, from the schemas of request bodies. */
function withoutPathParameters(schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  const omit = ({ properties, required, ...schema }: JsonObject) => {
    const { reference, slug, ...own } = asObject(properties);
    const names = (Array.isArray(required) ? required : []).filter((name) => name in own);
    return { ...schema, properties: own, ...(names.length ? { required: names } : {}) };
  };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, omit(schema)]));
}

const owner = { id: "9f2c41d07be84a5c", name: "Ana Ruiz" };
const changed = { reference: "E-1042", status: "contacted", owner, revision: 4 };
const { kind, language, name, company, email, route, text } = exampleSubmission;
const evaluationExample: JsonObject = schemaExamples.EvaluationInput.properties;
const summary = {
  ...changed,
  kind,
  language,
  name,
  company,
  email,
  route,
  createdAt: "2026-12-01T15:04:05.000Z",
  channel: "ai_agent",
  agentName: "ChatGPT",
  replyDueAt: null,
  snoozedUntil: null,
  withdrawnAt: null,
};
const { id: _, spec, ...entry } = responseExamples.getCatalogApi;
const { slug, published, updatedAt, ...texts } = entry;
const webhook = {
  id: "0b9d7c4e-52f1-4c86-9d0a-6f4f3c1b7e25",
  url: "https://hooks.example.com/encaje",
  events: ["submission.created", "reply.overdue"],
};
const { id: sample, event } = createExampleEvent("submission.created");
const sampleBody = composeBody(event, "person", "https://www.example.com", event.at);

export const operatorRequestExamples: { [Name in keyof typeof operatorOperations]?: JsonObject } = {
  changeApiStatus: { from: "new", to: "contacted" },
  changeApiOwner: { from: null, to: owner.id },
  addApiNote: { text: "Called: wants to start in March." },
  sendApiReply: { text: "Thank you, Lucía. Does Thursday at ten suit you?", lastMessage: "7301", when: "now" },
  putApiEntry: { ...texts, spec, updatedAt },
  publishApiEntry: { updatedAt },
  subscribeApiWebhook: { url: webhook.url, events: webhook.events, route: "qualified" },
};

const operatorResponseExamples: Record<keyof typeof operatorOperations, JsonObject> = {
  listApiSubmissions: { submissions: [{ ...summary, excerpt: text }], next: "evaluation-1796137445000-1042" },
  getApiSubmission: {
    ...summary,
    ...Object.fromEntries(ownFields.map((name) => [name, evaluationExample[name] ?? null])),
    text,
    answers: [{ question: "budget", option: "over_20k" }],
    repliedAt: "2026-12-01T16:00:00.000Z",
    closedAt: null,
    closeReason: null,
    lastMessage: "7301",
    timeline: [{ id: "7301", at: "2026-12-01T16:00:00.000Z", type: "reply", actor: owner.name, text: "Thank you." }],
  },
  changeApiStatus: changed,
  changeApiOwner: changed,
  addApiNote: changed,
  sendApiReply: { ...changed, startsAt: "2026-12-01T16:00:00.000Z" },
  listApiEntries: { entries: [entry] },
  putApiEntry: { slug, published: false, updatedAt },
  publishApiEntry: { slug, published, updatedAt },
  listApiWebhooks: {
    webhooks: [
      {
        ...webhook,
        name: "hooks.example.com",
        kind: null,
        route: "qualified",
        language: null,
        channel: null,
        shape: "ids",
        format: "standard",
        createdAt: updatedAt,
        failingSince: null,
        pausedAt: null,
        pauseReason: null,
      },
    ],
  },
  subscribeApiWebhook: { id: webhook.id, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" },
  unsubscribeApiWebhook: { id: webhook.id },
  listEventSamples: { samples: [{ id: sample, ...sampleBody }] },
};
