import * as z from "zod/mini";
import {
  BookingInput,
  BookingResult,
  FreeTimes,
  SubmissionKey,
  SubmissionState,
  TimesQuery,
} from "../domain/bookings/schema.ts";
import { ApiCatalogEntry, CatalogKey, CatalogQuery } from "../domain/catalog/schema.ts";
import { isJsonObject, type JsonObject } from "../domain/json.ts";
import { defineOperation, Nothing } from "../domain/operation.ts";
import { FormStep, formStepsPath } from "../domain/submissions/core/form-steps.ts";
import { leadOperations, practiceOperations } from "./lead-operations.ts";

/** Health of the process (contract 2.7). */
export const HealthStatus = z.object({ status: z.string() });

/** Readiness, which is not part of the contract. While the database is unavailable, the response is a 503 instead. */
const Readiness = z.object({ status: z.literal("ok"), database: z.literal("ok") });

const catalogCacheSeconds = 15;

const ofReceipt = { method: "GET", status: 200, needsReceipt: true, isCorsOpen: true } as const;

export const operations = {
  healthCheck: defineOperation({
    operationId: "healthCheck",
    method: "GET",
    path: "/healthz",
    summary: "Health check",
    description: "Answers ok while the process runs. Asks no dependency.",
    source: "none",
    input: Nothing,
    output: HealthStatus,
    status: 200,
    isCorsOpen: true,
  }),
  submitEvaluation: defineOperation({
    ...leadOperations.submitEvaluation,
    summary: "Evaluate the fit of a project",
    description:
      "Stores the person's details, project and nine answers and returns the verdict right away. Agents: ask the person for permission first, send channel ai_agent, agentName and userConsent true, then relay message and, when present, schedulingUrl. The person confirms or withdraws by mail.",
  }),
  submitContact: defineOperation({
    ...leadOperations.submitContact,
    summary: "Send an inquiry",
    description:
      "Stores a general inquiry and returns its reference id. The team replies to the email address given. Agents: ask the person for permission first, send channel ai_agent, agentName and userConsent true. The person confirms or withdraws by mail.",
  }),
  listCatalogApis: defineOperation({
    operationId: "listCatalogApis",
    method: "GET",
    path: "/catalog",
    summary: "List or search the published APIs",
    description: "All published entries by English title, or those that match search, best first.",
    source: "query",
    input: CatalogQuery,
    output: z.array(ApiCatalogEntry),
    status: 200,
    cacheSeconds: catalogCacheSeconds,
    isCorsOpen: true,
  }),
  getCatalogApi: defineOperation({
    operationId: "getCatalogApi",
    method: "GET",
    path: "/catalog/{slug}",
    summary: "Look up one published API",
    description: "One published entry by its slug. An unknown and an unpublished slug answer alike.",
    source: "path",
    input: CatalogKey,
    output: ApiCatalogEntry,
    status: 200,
    cacheSeconds: catalogCacheSeconds,
    isCorsOpen: true,
  }),
  lookUpSubmission: defineOperation({
    ...ofReceipt,
    operationId: "lookUpSubmission",
    path: "/submissions/{reference}",
    summary: "Look up what became of a submission",
    description: "Whether the person confirmed or withdrew, whether we replied, and the time that is booked.",
    source: "path",
    input: SubmissionKey,
    output: SubmissionState,
  }),
  listTimes: defineOperation({
    ...ofReceipt,
    operationId: "listTimes",
    path: "/submissions/{reference}/times",
    summary: "List free times to talk",
    description:
      "Up to twelve free times of the next two weeks for a qualified submission, or the time that is booked. Without times, the person uses schedulingUrl.",
    source: "query",
    input: TimesQuery,
    output: FreeTimes,
  }),
  bookTime: defineOperation({
    ...ofReceipt,
    operationId: "bookTime",
    method: "POST",
    path: "/submissions/{reference}/booking",
    summary: "Book a time to talk",
    description:
      "Books one of the free times. Ask the person first: their name and email address go to the booking service. A submission has one booking: with a booking, its answer is that one. With the state pending the calendar has not answered yet: look the submission up after a minute.",
    source: "body",
    input: BookingInput,
    output: BookingResult,
    status: 201,
  }),
  practiceEvaluation: defineOperation({
    ...practiceOperations.practiceEvaluation,
    summary: "Practise an evaluation, without effect",
    description:
      "For testing a client, never for a person: checks a request as the evaluation does and refuses it alike. Nothing is stored or mailed and the answers are not judged: every valid request gets the same sample answer.",
  }),
  practiceContact: defineOperation({
    ...practiceOperations.practiceContact,
    summary: "Practise an inquiry, without effect",
    description:
      "For testing a client, never for a person: checks a request as the inquiry does and refuses it alike. Nothing is stored or mailed: every valid request gets the same sample reference.",
  }),
};

/** Returns the last URL segment of the operation's documentation page, such as `submit-evaluation`. */
export function toOperationSlug(operationId: string): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export const operationSlugs = new Set(Object.keys(operations).map(toOperationSlug));

const document = {
  method: "GET",
  source: "none",
  input: Nothing,
  output: z.custom<JsonObject>(isJsonObject),
  status: 200,
  cacheSeconds: 300,
  isCompressed: true,
  isCorsOpen: true,
} as const;

export const serviceOperations = {
  readinessCheck: defineOperation({
    operationId: "readinessCheck",
    method: "GET",
    path: "/readyz",
    summary: "Readiness check",
    description: "Whether the database answers.",
    source: "none",
    input: Nothing,
    output: Readiness,
    status: 200,
  }),
  countFormStep: defineOperation({
    operationId: "countFormStep",
    method: "GET",
    path: formStepsPath,
    summary: "Count a step of a form",
    description: "Called by the site's own forms. Counts per day and stores nothing that identifies the visitor.",
    source: "query",
    input: FormStep,
    output: Nothing,
    status: 200,
  }),
  getOperatorOpenApi: defineOperation({
    ...document,
    operationId: "getOperatorOpenApi",
    path: "/v1/openapi.json",
    summary: "The operators' contract",
    description: "The OpenAPI document of the operator API.",
  }),
  getOpenApi: defineOperation({
    ...document,
    operationId: "getOpenApi",
    path: "/openapi.json",
    summary: "This contract",
    description: "The OpenAPI document of the public operations.",
  }),
};
