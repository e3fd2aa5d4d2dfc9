import createClient, { type ClientOptions } from "openapi-fetch";
import type { components, paths } from "./schema.ts";

export type EvaluationInput = components["schemas"]["EvaluationInput"];
export type EvaluationResult = components["schemas"]["EvaluationResult"];
export type ContactInput = components["schemas"]["ContactInput"];
export type SubmissionResult = components["schemas"]["SubmissionResult"];
export type ApiCatalogEntry = components["schemas"]["ApiCatalogEntry"];
export type ApiError = components["schemas"]["ApiError"];

/**
 * Returns a client whose calls resolve to `{ data }` or `{ error }`, and reject if there is no response.
 * @param siteUrl origin of the service, such as https://www.example.com
 */
export function createEncajeClient(siteUrl: string, options: Omit<ClientOptions, "baseUrl"> = {}) {
  return createClient<paths>({ ...options, baseUrl: new URL("/api", siteUrl).href });
}
