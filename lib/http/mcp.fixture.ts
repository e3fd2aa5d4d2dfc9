import { responseExamples } from "../contract/examples.ts";
import type { DocumentState } from "../domain/catalog/changes/document-state.ts";
import type { Release } from "../domain/catalog/changes/release.ts";
import type { NearSearch } from "../domain/catalog/rank.ts";
import type { ApiCatalogEntry } from "../domain/catalog/schema.ts";
import { AppError } from "../domain/errors.ts";
import type { RequestContext } from "../domain/request-context.ts";
import { acknowledgeInquiry } from "./form.fixture.ts";
import { handleMcp } from "./handle-mcp.ts";
import { toRoute } from "./next-router.ts";

export const mcpUrl = "http://localhost:3000/mcp";
export const entry = responseExamples.getCatalogApi;

/** Input and context of each call to a submission use case. */
export const stored: {
  input: object;
  context: Pick<RequestContext, "submissionKey" | "noticeVersion" | "consentEvidence" | "assistantHost">;
}[] = [];
/** Keys passed to `blockDeclinedKey`. */
export const takenKeys: string[] = [];
let failure: unknown;

/** Makes the use cases that write throw `error` from now on; undefined makes them succeed. */
export function failWith(error: unknown): void {
  failure = error;
}

/** The published entries; undefined makes reading them fail. */
export const listing: { entries: ApiCatalogEntry[] | undefined; near: NearSearch | null; searched: string[] } = {
  near: null,
  entries: [entry],
  searched: [],
};

export const catalogState: { state: DocumentState | null; releases: Release[] } = { state: null, releases: [] };

const makeUseCase =
  <Result>(result: Result) =>
  (input: object, { submissionKey, noticeVersion, consentEvidence, assistantHost }: RequestContext) => {
    if (failure !== undefined) return Promise.reject(failure);
    stored.push({ input, context: { submissionKey, noticeVersion, consentEvidence, assistantHost } });
    return Promise.resolve(result);
  };

export const mcpRoute = toRoute(
  handleMcp({
    submitEvaluation: makeUseCase({
      id: 12,
      route: "review" as const,
      message: "Thank you.",
      receipt: { kind: "evaluation" as const, id: 12, route: "review" as const, sentAt: new Date() },
    }),
    submitInquiry: makeUseCase(acknowledgeInquiry(7)),
    blockDeclinedKey: async (key) => {
      if (failure !== undefined) throw failure;
      takenKeys.push(key);
    },
    listCatalogApis: async ({ search = "" }) => {
      listing.searched.push(search);
      if (!listing.entries) throw new Error("relation does not exist");
      return listing.entries;
    },
    searchCatalog: async ({ search = "" }) => {
      listing.searched.push(search);
      if (!listing.entries) throw new Error("relation does not exist");
      return { entries: listing.entries, near: listing.near };
    },
    findDocumentState: async () => catalogState.state,
    listReleases: async () => catalogState.releases,
    getCatalogApi: async ({ slug }) => {
      listing.searched.push(slug);
      if (slug !== entry.slug) throw new AppError("not_found", "There is no API with this slug.");
      return entry;
    },
  }),
);

/** Calls the MCP route with the parameters of `fetch`, and adds the Host header. */
export const askMcp: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set("host", new URL(request.url).host);
  return mcpRoute(request);
};
