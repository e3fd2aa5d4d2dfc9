import * as z from "zod/mini";
import { BookingInput, BookingResult, FreeTime, FreeTimes, SubmissionState } from "../domain/bookings/booking.ts";
import { ApiCatalogEntry, ApiCatalogService } from "../domain/catalog/schema.ts";
import { ApiError } from "../domain/errors.ts";
import { asList, asObject, isJsonObject, type JsonObject } from "../domain/json.ts";
import { hasBody, Nothing, type Operation } from "../domain/operation.ts";
import {
  ContactInput,
  EvaluationAnswersByKey,
  EvaluationInput,
  EvaluationResult,
  SubmissionResult,
  UtmParams,
} from "../domain/submissions/core/schema.ts";
import { errorExamples, requestExamples, responseExamples, schemaExamples, verdictExamples } from "./examples.ts";
import { describeService } from "./guide.ts";
import {
  faultHeaders,
  limitHeaders,
  practiceHeaders,
  receiptHeaders,
  retryHeaders,
  submissionKeyHeader,
  submissionKeyQuery,
  submissionReceiptHeader,
  toHeader,
  tooManyHeaders,
} from "./headers.ts";
import { HealthStatus, operations, type PublicOperation } from "./operations.ts";

export const contractVersion = "1.1.0";
const componentPath = "#/components/schemas/";
const BookingBody = z.omit(BookingInput, { reference: true });
const inputs = { EvaluationInput, EvaluationAnswersByKey, ContactInput, UtmParams, BookingInput: BookingBody };
const outputs = {
  EvaluationResult,
  SubmissionResult,
  HealthStatus,
  ApiCatalogEntry,
  ApiCatalogService,
  SubmissionState,
  FreeTime,
  FreeTimes,
  BookingResult,
  ApiError,
};

export type ApiSite = {
  siteUrl: string;
  siteName: string;
  contactEmail: string;
  /** Example message for the verdict `review`, in English. The default promises a reply within 48 hours. */
  reviewMessage?: string;
};

export function buildOpenApi({ siteUrl, siteName, contactEmail, reviewMessage }: ApiSite): JsonObject {
  const { review } = verdictExamples;
  const message = reviewMessage ?? review.value.message;
  const verdicts = { ...verdictExamples, review: { ...review, value: { ...review.value, message } } };
  return {
    openapi: "3.1.0",
    info: {
      title: `${siteName}: lead capture and API catalog`,
      version: contractVersion,
      summary: "Evaluate the fit of a project, send an inquiry, browse the published APIs.",
      description: describeService(siteUrl),
      contact: { name: siteName, email: contactEmail, url: siteUrl },
      license: { name: "Proprietary", url: siteUrl },
    },
    externalDocs: { description: "Guide for developers and AI assistants", url: `${siteUrl}/en/developers` },
    servers: [{ url: `${siteUrl}/api` }],
    security: [],
    tags: [
      { name: "Leads", description: "Project evaluations and inquiries. Confidential." },
      { name: "Bookings", description: "What became of a submission, and times to talk. The receipt is the key." },
      { name: "Catalog", description: "Published API products. Read-only." },
      { name: "Practice", description: "The same requests without effect, for testing a client. Never for a person." },
      { name: "Service", description: "State of the service." },
    ],
    paths: toPaths(Object.values<PublicOperation>(operations), (each) => toPathItem(each, verdicts)),
    components: {
      headers: {
        RateLimit: toHeader("What is left of each limit, and the seconds until it is whole again."),
        "RateLimit-Policy": toHeader("Each limit: submissions, and the seconds of its window."),
      },
      schemas: addConditionalRules({
        ...withExamples(toComponents(inputs, "input")),
        ...toComponents(outputs, "output"),
      }),
    },
  };
}

export function toPaths<Each extends Operation>(operations: Each[], toItem: (operation: Each) => JsonObject) {
  const paths = [...Map.groupBy(operations, ({ path }) => path)].map(([path, all]) => [
    path,
    Object.fromEntries(all.map((each) => [each.method.toLowerCase(), toItem(each)])),
  ]);
  return Object.fromEntries(paths);
}

function toPathItem(operation: PublicOperation, verdicts: typeof verdictExamples): JsonObject {
  const parameters = operation.isSubmission ? [submissionKeyHeader, submissionKeyQuery] : listParameters(operation);
  return {
    operationId: operation.operationId,
    tags: [getTag(operation)],
    summary: operation.summary,
    description: operation.description,
    ...(parameters.length ? { parameters } : {}),
    ...(hasBody(operation) ? { requestBody: toRequestBody(operation) } : {}),
    responses: { [operation.status]: toSuccessResponse(operation, verdicts), ...toErrorResponses(operation) },
  };
}

function getTag(operation: PublicOperation): string {
  if (operation.isPractice) return "Practice";
  if (operation.isSubmission) return "Leads";
  if (operation.needsReceipt) return "Bookings";
  return operation.path.startsWith("/catalog") ? "Catalog" : "Service";
}

export function listParameters({ method, path, input, needsReceipt }: Operation): JsonObject[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const inPath = (name: string) => path.includes(`{${name}}`);
  const named = Object.entries(properties).filter(([name]) => !hasBody({ method }) || inPath(name));
  const parameters = named.map(([name, property]) => {
    const { description, examples, ...schema } = asObject(property);
    // Not `example`: some generators send its value as the default.
    const shown = Object.fromEntries(asList(examples).map((value) => [String(value), { value }]));
    const place = inPath(name) ? "path" : "query";
    return { name, in: place, required: required.includes(name), description, examples: shown, schema };
  });
  return needsReceipt ? [...parameters, submissionReceiptHeader] : parameters;
}

function toRequestBody({ operationId, input }: PublicOperation): JsonObject {
  const examplesByOperation: JsonObject = requestExamples;
  const examples = examplesByOperation[operationId];
  const body = input === BookingInput ? BookingBody : input;
  return { required: true, content: { "application/json": { schema: toReference(body, inputs), examples } } };
}

function toSuccessResponse(operation: PublicOperation, verdicts: typeof verdictExamples): JsonObject {
  const { operationId, output, summary, cacheSeconds, isPractice, isSubmission, needsReceipt } = operation;
  const byOperation: JsonObject = responseExamples;
  const example = byOperation[operationId];
  const examples = operationId === operations.submitEvaluation.operationId ? { examples: verdicts } : { example };
  const isList = output instanceof z.ZodMiniArray;
  const schema = isList
    ? { type: "array", items: toReference(ApiCatalogEntry, outputs) }
    : toReference(output, outputs);
  return {
    description: `${summary}: done.`,
    headers: {
      "X-Request-Id": toHeader("Reference of this request."),
      ...(cacheSeconds === undefined ? {} : { ETag: toHeader("Send it back in If-None-Match: unchanged is a 304.") }),
      ...(isPractice ? practiceHeaders : {}),
      ...(isSubmission || needsReceipt ? limitHeaders : {}),
      ...(isSubmission && !isPractice ? receiptHeaders : {}),
    },
    content: { "application/json": { schema, ...examples } },
  };
}

function toErrorResponses(operation: PublicOperation): JsonObject {
  const { isSubmission, isPractice, needsReceipt } = operation;
  const retry = isSubmission || needsReceipt ? tooManyHeaders : retryHeaders;
  const unavailable = {
    503: toErrorResponse("The database is unavailable; nothing is acknowledged.", ["unavailable"], retry),
  };
  if (!isSubmission) {
    const wrong = toErrorResponse("The method is not allowed.", ["method_not_allowed"]);
    if (operation.input === Nothing) return { 405: wrong };
    if (needsReceipt) return { 405: wrong, ...unavailable, ...toReceiptErrors(operation) };
    const missing = { 404: toErrorResponse("Unknown or unpublished slug.", ["not_found"]) };
    return { ...(operation.path.includes("{") ? missing : {}), 405: wrong, ...unavailable };
  }
  const answers: ErrorExample[] = operation.input === EvaluationInput ? ["answers_required"] : [];
  const invalid: ErrorExample[] = ["invalid_payload", "consent_required", "agent_name_required", ...answers];
  const errors = {
    400: toErrorResponse("The payload is invalid.", invalid, faultHeaders),
    ...bodyErrors,
    429: toErrorResponse("Too many submissions from this client or agentName.", ["rate_limited"], tooManyHeaders),
  };
  if (!isPractice) return { ...errors, ...keyErrors, ...unavailable };
  const marked = Object.entries(errors).map(([status, response]) => {
    const headers = { ...asObject(response.headers), ...practiceHeaders };
    return [status, { ...response, headers }];
  });
  return Object.fromEntries(marked);
}

const keyErrors = { 409: toErrorResponse("The key is another submission's.", ["conflict"], limitHeaders) };

const bodyErrors = {
  413: toErrorResponse("The body is larger than 256 KiB.", ["too_large"], limitHeaders),
  415: toErrorResponse("The content type is not JSON.", ["unsupported_media_type"], limitHeaders),
};

function toReceiptErrors(operation: PublicOperation): JsonObject {
  const booking = {
    409: toErrorResponse("The time is taken, or the submission is not qualified.", ["time_taken"], limitHeaders),
    503: toErrorResponse("The calendar or the database is away; nothing was booked.", ["unavailable"], tooManyHeaders),
    ...bodyErrors,
  };
  return {
    400: toErrorResponse("The request is wrong.", ["invalid_time_zone"], faultHeaders),
    404: toErrorResponse("No submission with this receipt.", ["unknown_receipt"], limitHeaders),
    ...(hasBody(operation) ? booking : {}),
    429: toErrorResponse(
      "Too many requests from this client, or for this submission.",
      ["rate_limited"],
      tooManyHeaders,
    ),
  };
}

type ErrorExample = keyof typeof errorExamples;

function toErrorResponse(description: string, names: ErrorExample[], headers: JsonObject = {}): JsonObject {
  const examples = Object.fromEntries(names.map((name) => [name, { value: errorExamples[name] }]));
  const content = { schema: toReference(ApiError, outputs), examples };
  return { description, ...(Object.keys(headers).length ? { headers } : {}), content: { "application/json": content } };
}

export function toReference(schema: z.ZodMiniType, components: Record<string, z.ZodMiniType>): JsonObject {
  const name = Object.keys(components).find((key) => components[key] === schema);
  if (!name) throw new Error("a schema of an operation is missing from the components");
  return { $ref: `${componentPath}${name}` };
}

export function toComponents(
  schemas: Record<string, z.ZodMiniType>,
  io: "input" | "output",
): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const { schemas: described } = z.toJSONSchema(registry, {
    io,
    unrepresentable: "any",
    uri: (id) => `${componentPath}${id}`,
    override: ({ jsonSchema }) => {
      // Removes the default, because generated clients would treat a property with a default as required.
      if (io === "input") delete jsonSchema.default;
      // Objects in outputs accept additional properties: otherwise every new property would be a breaking change.
      else if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(described).map(([id, { $schema, $id, ...schema }]) => [id, toDocumentSchema(schema)]),
  );
}

/** An input's schema is an intersection of fields and rules. addConditionalRules adds the rules later. */
function toDocumentSchema({ allOf: [fields] = [], ...schema }: z.core.JSONSchema.BaseSchema): JsonObject {
  return isJsonObject(fields) ? { ...fields, ...schema } : schema;
}

/**
 * Adds both kinds of example: some programs build requests from a schema's example, others from its properties'
 * examples.
 */
function withExamples(schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  const described = Object.entries(schemaExamples).map(([name, { body, properties }]) => {
    const { properties: given, ...schema } = asObject(schemas[name]);
    const examples: JsonObject = properties;
    const own = Object.entries(asObject(given)).map(([property, value]) => {
      const example = property in examples ? { example: examples[property] } : {};
      return [property, { ...asObject(value), ...example }];
    });
    return [name, { ...schema, properties: Object.fromEntries(own), example: body }];
  });
  return { ...schemas, ...Object.fromEntries(described) };
}

/**
 * Avoids oneOf, anyOf and allOf at the top level, because some generators would use one branch as the whole schema.
 * Avoids true and false as schemas, because other generators fail on them. Redocly needs properties and
 * additionalProperties repeated.
 */
function addConditionalRules(schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  const anything = { additionalProperties: {} };
  const agentRule = {
    if: { properties: { channel: { const: "web" } }, ...anything },
    else: {
      properties: { agentName: {}, userConsent: { const: true } },
      required: ["agentName", "userConsent"],
      ...anything,
    },
  };
  const both = { properties: { answers: {}, answersByKey: {} }, required: ["answers", "answersByKey"] };
  const neither = { properties: { answers: { not: {} }, answersByKey: { not: {} } } };
  return {
    ...schemas,
    EvaluationInput: { ...schemas.EvaluationInput, ...agentRule, not: { anyOf: [both, neither] } },
    ContactInput: { ...schemas.ContactInput, ...agentRule },
  };
}
