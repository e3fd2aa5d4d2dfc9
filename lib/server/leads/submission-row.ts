import "server-only";
import type { ContactInput, EvaluationInput } from "../../domain/leads/schema.ts";
import type { RequestContext } from "../../domain/request-context.ts";

/** The columns that a lead and an inquiry share. */
export function submissionRow(input: EvaluationInput | ContactInput, { now, requestId }: RequestContext) {
  return {
    createdAt: now,
    requestId,
    name: input.name,
    email: input.email,
    language: input.language,
    sourcePage: input.sourcePage,
    channel: input.channel,
    agentName: input.agentName,
    userConsent: input.userConsent,
    utm: input.utm,
    landingPage: input.landingPage,
    referrer: input.referrer,
  };
}
