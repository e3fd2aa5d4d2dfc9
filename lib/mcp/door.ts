import type { ApiCatalogEntry, CatalogKey, CatalogQuery } from "../domain/catalog/schema.ts";
import type { RequestContext } from "../domain/request-context.ts";
import type {
  ContactInput,
  EvaluationInput,
  EvaluationResult,
  SubmissionResult,
} from "../domain/submissions/core/schema.ts";
import type { Site } from "../server/site.ts";

/** What the protocol says by headers. */
export const protocolHeaders = ["content-type", "accept", "mcp-protocol-version", "mcp-method", "mcp-name"];

/** How the person agreed, for the stored submission. */
export type Consent = Pick<RequestContext, "consentEvidence" | "submissionKey" | "noticeVersion">;

/** The use cases behind the limits, the log and the clock of one request. */
export type Door = {
  site: Site;
  submitEvaluation: (input: EvaluationInput, consent: Consent) => Promise<EvaluationResult>;
  submitInquiry: (input: ContactInput, consent: Consent) => Promise<SubmissionResult>;
  /** Keeps everything from being stored under the key of a consent. */
  takeSubmissionKey: (key: string) => Promise<void>;
  /** Under limits of their own: the input counts, and has no effect. */
  practiceEvaluation: (input: EvaluationInput) => Promise<EvaluationResult>;
  practiceInquiry: (input: ContactInput) => Promise<SubmissionResult>;
  listCatalogApis: (query: CatalogQuery) => Promise<ApiCatalogEntry[]>;
  getCatalogApi: (key: CatalogKey) => Promise<ApiCatalogEntry>;
  /** For the log: the answer has a text instead. */
  reportError: (error: unknown) => void;
};
