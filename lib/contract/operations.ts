import * as z from "zod/mini";
import {
  BookingInput,
  BookingResult,
  FreeTimes,
  SubmissionKey,
  SubmissionState,
  TimesQuery,
} from "../domain/bookings/booking.ts";
import { ApiCatalogEntry, CatalogKey, CatalogQuery } from "../domain/catalog/schema.ts";
import { isJsonObject, type JsonObject } from "../domain/json.ts";
import { Locale } from "../domain/locale.ts";
import { Nothing, nameOperations, type Operation } from "../domain/operation.ts";
import { formDoors, formStepsPath, listPassedSteps } from "../domain/submissions/core/form-steps.ts";
import {
  ContactInput,
  EvaluationInput,
  EvaluationResult,
  SubmissionResult,
} from "../domain/submissions/core/schema.ts";
import { leadPaths } from "../domain/submissions/intake/form-body.ts";

/** Health of the process (contract 2.7). */
export const HealthStatus = z.object({ status: z.string() });

/** Readiness, which is not part of the contract. While the database is unavailable, the response is a 503 instead. */
const Readiness = z.object({ status: z.literal("ok"), database: z.literal("ok") });

const catalogCacheSeconds = 15;

export type PublicOperation = Operation<z.ZodMiniType, z.ZodMiniType, undefined> & {
  summary: string;
  description: string;
};

const FormStep = z
  .object({
    form: z.enum(["evaluation", "contact"]),
    step: z.string(),
    after: z.optional(z.string()),
    language: Locale,
    door: z.enum(formDoors),
  })
  .check(
    z.refine((value) => listPassedSteps(value).length > 0, { error: "must be a step of the form, later than after" }),
  );

const submission = { method: "POST", status: 201, isSubmission: true, isCorsOpen: true } as const;

const evaluation = {
  ...submission,
  path: leadPaths.evaluation,
  input: EvaluationInput,
  output: EvaluationResult,
  logged: ["channel", "route"],
} as const;

const inquiry = {
  ...submission,
  path: leadPaths.contact,
  input: ContactInput,
  output: SubmissionResult,
  logged: ["channel"],
} as const;

const ofReceipt = { method: "GET", needsReceipt: true, isCorsOpen: true } as const;

export const operations = nameOperations({
  healthCheck: {
    method: "GET",
    path: "/healthz",
    summary: "Health check",
    description: "Answers ok while the process runs. Asks no dependency.",
    input: Nothing,
    output: HealthStatus,
    isCorsOpen: true,
  },
  submitEvaluation: {
    ...evaluation,
    summary: "Evaluate the fit of a project",
    description:
      "Stores the person's details, project and nine answers and returns the verdict right away. Agents: ask the person for permission first, send channel ai_agent, agentName and userConsent true, then relay message and, when present, schedulingUrl. The person confirms or withdraws by mail.",
  },
  submitContact: {
    ...inquiry,
    summary: "Send an inquiry",
    description:
      "Stores a general inquiry and returns its reference id. The team replies to the email address given. Agents: ask the person for permission first, send channel ai_agent, agentName and userConsent true. The person confirms or withdraws by mail.",
  },
  listCatalogApis: {
    method: "GET",
    path: "/catalog",
    summary: "List or search the published APIs",
    description: "All published entries by English title, or those that match search, best first.",
    input: CatalogQuery,
    output: z.array(ApiCatalogEntry),
    cacheSeconds: catalogCacheSeconds,
    isCorsOpen: true,
  },
  getCatalogApi: {
    method: "GET",
    path: "/catalog/{slug}",
    summary: "Look up one published API",
    description: "One published entry by its slug. An unknown and an unpublished slug answer alike.",
    input: CatalogKey,
    output: ApiCatalogEntry,
    cacheSeconds: catalogCacheSeconds,
    isCorsOpen: true,
  },
  lookUpSubmission: {
    ...ofReceipt,
    path: "/submissions/{reference}",
    summary: "Look up what became of a submission",
    description: "Whether the person confirmed or withdrew, whether we replied, and the time that is booked.",
    input: SubmissionKey,
    output: SubmissionState,
  },
  listTimes: {
    ...ofReceipt,
    path: "/submissions/{reference}/times",
    summary: "List free times to talk",
    description:
      "Up to twelve free times of the next two weeks for a qualified submission, or the time that is booked. Without times, the person uses schedulingUrl.",
    input: TimesQuery,
    output: FreeTimes,
  },
  bookTime: {
    ...ofReceipt,
    method: "POST",
    path: "/submissions/{reference}/booking",
    summary: "Book a time to talk",
    description:
      "Books one of the free times. Ask the person first: their name, email address, time zone and language go to the booking service. A submission has one booking: with a booking, its answer is that one. With the state pending the calendar has not answered yet: look the submission up after a minute.",
    input: BookingInput,
    output: BookingResult,
    status: 201,
  },
  practiceEvaluation: {
    ...evaluation,
    path: "/practice/leads/evaluate",
    isPractice: true,
    logged: ["channel"],
    summary: "Practise an evaluation, without effect",
    description:
      "For testing a client, never for a person: checks a request as the evaluation does and refuses it alike. Nothing is stored or mailed and the answers are not judged: every valid request gets the same sample answer.",
  },
  practiceContact: {
    ...inquiry,
    path: "/practice/leads/contact",
    isPractice: true,
    summary: "Practise an inquiry, without effect",
    description:
      "For testing a client, never for a person: checks a request as the inquiry does and refuses it alike. Nothing is stored or mailed: every valid request gets the same sample reference.",
  },
});

/** Returns the last URL segment of the operation's documentation page, such as `submit-evaluation`. */
export function toOperationSlug(operationId: string): string {
  return operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export const operationSlugs = new Set(Object.keys(operations).map(toOperationSlug));

const document = {
  method: "GET",
  input: Nothing,
  output: z.custom<JsonObject>(isJsonObject),
  cacheSeconds: 300,
  isCompressed: true,
  isCorsOpen: true,
} as const;

export const serviceOperations = nameOperations({
  readinessCheck: { method: "GET", path: "/readyz", input: Nothing, output: Readiness },
  /** Called by the site's own forms. Counts per day and stores nothing that identifies the visitor. */
  countFormStep: { method: "GET", path: formStepsPath, input: FormStep, output: Nothing },
  getOperatorOpenApi: { ...document, path: "/v1/openapi.json" },
  getOpenApi: { ...document, path: "/openapi.json" },
});
