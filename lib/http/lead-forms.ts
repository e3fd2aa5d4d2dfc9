import { createHash } from "node:crypto";
import type * as z from "zod/mini";
import type { Operation } from "../contract/operation.ts";
import { operations } from "../contract/operations.ts";
import type { JsonObject } from "../domain/json.ts";
import { contactFields } from "../domain/submissions/fields.ts";
import {
  contactBody,
  contactFormFields,
  evaluationBody,
  evaluationFormFields,
  type FormOrigin,
  type FormValues,
} from "../domain/submissions/form-body.ts";
import { type ContactOutcome, type EvaluationOutcome, outcomeCookies } from "../domain/submissions/outcome.ts";

/** A form of the site that works without script: how its fields become an operation's body, and its result an outcome. */
export type LeadForm<Input extends z.ZodMiniType, Output extends z.ZodMiniType> = {
  operation: Operation<Input, Output>;
  /** What a person can mend, in the order of the form. */
  fields: readonly string[];
  /** `query` is that of the form's page. */
  toBody: (values: FormValues, origin: FormOrigin, query: URLSearchParams) => JsonObject;
  cookie: string;
  toOutcome: (result: z.output<Output>, input: z.output<Input>, sentAt: number) => EvaluationOutcome | ContactOutcome;
};

function defineForm<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  form: LeadForm<Input, Output>,
): LeadForm<Input, Output> {
  return form;
}

export const evaluationForm = defineForm({
  operation: operations.submitEvaluation,
  fields: evaluationFormFields,
  toBody: evaluationBody,
  cookie: outcomeCookies.evaluation,
  toOutcome: ({ id, route, schedulingUrl }, _input, sentAt) => ({
    id,
    route,
    schedulingUrl: schedulingUrl ?? undefined,
    sentAt,
  }),
});

export const contactForm = defineForm({
  operation: operations.submitContact,
  fields: contactFormFields,
  toBody: (values, origin, query) => contactBody({ ...values, topic: values.topic ?? topicIn(query) }, origin),
  cookie: outcomeCookies.contact,
  toOutcome: ({ id }, { topic }, sentAt) => ({ id, topic, sentAt }),
});

/** The page is static, so without script its topic is in its address alone; a malformed one is none. */
function topicIn(query: URLSearchParams): string | undefined {
  return contactFields.topic.safeParse(query.get("topic") ?? undefined).data;
}

/** Without script a second click sends again: what says the same on the same day (UTC) is the same submission. */
export function formKeyOf({ operationId }: Operation, body: JsonObject, now: Date): string {
  const told = JSON.stringify([operationId, now.toISOString().slice(0, 10), body]);
  return createHash("sha256").update(told).digest("base64url");
}
