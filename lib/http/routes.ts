import { buildOpenApi } from "../contract/openapi.ts";
import { operations, serviceOperations } from "../contract/operations.ts";
import { buildOperatorOpenApi } from "../contract/operator-openapi.ts";
import { findDeprecation } from "../domain/catalog/changes/document-state.ts";
import type { ApiCatalogEntry } from "../domain/catalog/schema.ts";
import { practiceEvaluation, practiceInquiry } from "../domain/submissions/intake/samples.ts";
import { getCatalogApi } from "../server/catalog/get-catalog-api.ts";
import { listCatalogApis, searchCatalog } from "../server/catalog/list-catalog-apis.ts";
import { listReleases } from "../server/catalog/releases.ts";
import { findDocumentState } from "../server/catalog/watch.ts";
import { checkHealth, checkReadiness } from "../server/check-health.ts";
import { readSite } from "../server/site.ts";
import { blockDeclinedKey } from "../server/submissions/core/erasure-records.ts";
import { getReplyTerms } from "../server/submissions/core/reply-promise.ts";
import { getVerdictMessage } from "../server/submissions/core/verdict.ts";
import { submitEvaluation, submitInquiry, type WithReceipt } from "../server/submissions/intake/submit.ts";
import { handle } from "./handle.ts";
import { bookingRoutes } from "./handle-booking.ts";
import { handleFormStep } from "./handle-form-step.ts";
import { handleMcp } from "./handle-mcp.ts";
import type { Handler } from "./message.ts";

function cacheDocument(build: typeof buildOpenApi) {
  let kept: { siteName: string; document: ReturnType<typeof build> } | undefined;
  return async () => {
    const { name: siteName, url: siteUrl, contactEmail } = await readSite();
    if (kept?.siteName !== siteName) {
      const reviewMessage = getVerdictMessage("review", "en", getReplyTerms());
      kept = { siteName, document: build({ siteUrl, siteName, contactEmail, reviewMessage }) };
    }
    return kept.document;
  };
}

/** The headers repeat what the entry's document says about its API (RFC 9745, RFC 8594). */
function toDeprecationHeaders(entry: ApiCatalogEntry): Record<string, string> {
  const { since, sunset } = findDeprecation(entry) ?? {};
  return {
    ...(since ? { Deprecation: `@${Math.floor(since.getTime() / 1_000)}` } : {}),
    ...(sunset ? { Sunset: sunset.toUTCString() } : {}),
  };
}

const getReceipt = ({ receipt }: WithReceipt) => receipt;

export const routes = {
  submitEvaluation: handle(operations.submitEvaluation, submitEvaluation, { getReceipt }),
  submitContact: handle(operations.submitContact, submitInquiry, { getReceipt }),
  listCatalogApis: handle(operations.listCatalogApis, listCatalogApis),
  getCatalogApi: handle(operations.getCatalogApi, async (key, { headers }) => {
    const entry = await getCatalogApi(key);
    Object.assign(headers, toDeprecationHeaders(entry));
    return entry;
  }),
  ...bookingRoutes,
  practiceEvaluation: handle(operations.practiceEvaluation, practiceEvaluation),
  practiceContact: handle(operations.practiceContact, practiceInquiry),
  healthCheck: handle(operations.healthCheck, checkHealth),
  readinessCheck: handle(serviceOperations.readinessCheck, checkReadiness),
  countFormStep: handleFormStep,
  getOpenApi: handle(serviceOperations.getOpenApi, cacheDocument(buildOpenApi)),
  getOperatorOpenApi: handle(serviceOperations.getOperatorOpenApi, cacheDocument(buildOperatorOpenApi)),
} satisfies Record<keyof typeof operations | keyof typeof serviceOperations, Handler>;

export const mcpRoute = handleMcp({
  submitEvaluation,
  submitInquiry,
  blockDeclinedKey,
  listCatalogApis,
  searchCatalog,
  getCatalogApi,
  findDocumentState,
  listReleases,
});
