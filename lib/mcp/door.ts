import type { BookingResult, FreeTimes, SubmissionState } from "../domain/bookings/booking.ts";
import type { DocumentState } from "../domain/catalog/changes/document-state.ts";
import type { Release } from "../domain/catalog/changes/release.ts";
import type { ApiCatalogEntry, CatalogKey, CatalogQuery } from "../domain/catalog/schema.ts";
import type { RequestContext } from "../domain/request-context.ts";
import type {
  ContactInput,
  EvaluationInput,
  EvaluationResult,
  SubmissionResult,
} from "../domain/submissions/core/schema.ts";
import type { CatalogSearch } from "../server/catalog/list-catalog-apis.ts";
import type { Site } from "../server/site.ts";

export const protocolHeaders = ["content-type", "accept", "mcp-protocol-version", "mcp-method", "mcp-name"];

type WithReceipt = { receipt: string };
export type Consent = Pick<RequestContext, "consentEvidence" | "submissionKey" | "noticeVersion">;

export type CatalogUseCases = {
  listCatalogApis: (query: CatalogQuery) => Promise<ApiCatalogEntry[]>;
  searchCatalog: (query: CatalogQuery) => Promise<CatalogSearch>;
  getCatalogApi: (key: CatalogKey) => Promise<ApiCatalogEntry>;
  /** Returns null for an entry whose document is not watched. */
  findDocumentState: (entry: ApiCatalogEntry) => Promise<DocumentState | null>;
  listReleases: (range: { entryId: number; since: Date }) => Promise<Release[]>;
};

/** The use cases that tools may call, bound to the limits, log and clock of one request. */
export type Door = CatalogUseCases & {
  site: Site;
  submitEvaluation: (input: EvaluationInput, consent: Consent) => Promise<EvaluationResult & WithReceipt>;
  submitInquiry: (input: ContactInput, consent: Consent) => Promise<SubmissionResult & WithReceipt>;
  /** Host that gets name and email address with a booking. */
  bookingHost: string;
  getSubmission: (receipt: string) => Promise<SubmissionState>;
  listTimes: (receipt: string, timeZone: string | undefined) => Promise<FreeTimes>;
  bookTime: (
    receipt: string,
    requested: { start: string; timeZone: string },
    consent: Consent,
  ) => Promise<BookingResult>;
  /** Marks the key of a consent as used, so that nothing can be stored under it. */
  blockDeclinedKey: (key: string) => Promise<void>;
  /** Evaluates without storing anything. Practice calls count against limits of their own. */
  practiceEvaluation: (input: EvaluationInput) => Promise<EvaluationResult>;
  practiceInquiry: (input: ContactInput) => Promise<SubmissionResult>;
  now: Date;
  reportError: (error: unknown) => void;
};
