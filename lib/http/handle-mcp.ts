import { createHash } from "node:crypto";
import { operations } from "../contract/operations.ts";
import { AppError } from "../domain/errors.ts";
import { asObject, isJsonObject, walkJson } from "../domain/json.ts";
import { practiceEvaluation, practiceInquiry } from "../domain/submissions/intake/samples.ts";
import { type CatalogUseCases, type Consent, type Door, protocolHeaders } from "../mcp/door.ts";
import { getSubmissionState, listTimes, requireReceipt } from "../server/bookings/by-receipt.ts";
import { env } from "../server/env.ts";
import { getSiteSettings, readSite, type Site } from "../server/site.ts";
import { type blockDeclinedKey, requireUnblockedKey } from "../server/submissions/core/erasure-records.ts";
import { writeReceipt } from "../server/submissions/intake/receipts.ts";
import type { submitEvaluation, submitInquiry } from "../server/submissions/intake/submit.ts";
import { type Exchange, respond } from "./exchange.ts";
import { bookForAssistant } from "./handle-booking.ts";
import type { ApiHeaders, ApiRequest, ApiResponse, Handler } from "./message.ts";
import { readJson } from "./read-body.ts";
import { redirectSeeOther, respondEmpty, respondWithError, respondWithJson } from "./respond.ts";
import { admitRequest, runOperation } from "./stations.ts";

type UseCases = {
  submitEvaluation: typeof submitEvaluation;
  submitInquiry: typeof submitInquiry;
  blockDeclinedKey: typeof blockDeclinedKey;
} & CatalogUseCases;

const allow = "POST, OPTIONS";
/** Method names that may appear in the log; others are logged as "other". */
const methods = [
  "initialize",
  "notifications/initialized",
  "ping",
  "server/discover",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "completion/complete",
];

/** Reports tool errors in results, because models read results, not HTTP statuses. Loads the MCP SDK on first use. */
export function handleMcp(useCases: UseCases): Handler {
  const receive = async (exchange: Exchange): Promise<ApiResponse> => {
    if (isFromBrowser(exchange.request)) return redirectToGuide(exchange);
    const mcp = await import("../mcp/server.ts");
    const site = await readSite();
    mcp.refuseForeignRequest(exchange.request.headers, site);
    return respondToPost(exchange, mcp, bindUseCases(exchange, useCases, site));
  };
  return (request) => respond("mcp", request, receive, respondWithRpcError);
}

type Mcp = typeof import("../mcp/server.ts");

/** A browser asks for HTML, MCP clients for an event stream. */
function isFromBrowser({ method, headers }: ApiRequest): boolean {
  return ["GET", "HEAD"].includes(method) && /\btext\/html\b/i.test(headers.get("accept") ?? "");
}

/** Redirects a browser to the guide's path without a language, which redirects to the reader's language. */
function redirectToGuide({ headers }: Exchange): ApiResponse {
  headers.Vary = "Accept";
  return redirectSeeOther("/developers", headers);
}

async function respondToPost(exchange: Exchange, mcp: Mcp, door: Door): Promise<ApiResponse> {
  const { request, headers, logged } = exchange;
  setCorsHeaders(request, headers);
  if (request.method === "OPTIONS") return respondEmpty(headers);
  if (request.method !== "POST") {
    const text = `This is an MCP server: use ${allow} here. ${getSiteSettings().url}/developers explains it.`;
    throw new AppError("method_not_allowed", text, { allow });
  }
  admitRequest(exchange);
  const message = await readJson(request);
  if (!isJsonObject(message)) throw new AppError("invalid_input", "Send one JSON-RPC message, not a batch.");
  refuseDeepMessage(message);
  logged.method = methods.find((method) => method === message.method) ?? "other";
  exchange.subjectHash = hashSubject(message.params);
  const named = isJsonObject(message.params) ? message.params.name : undefined;
  const tool = typeof named === "string" ? mcp.toolsByName.get(named) : undefined;
  if (tool) logged.tool = tool.name;
  const { status, body } = await mcp.respondToMessage(request.headers, message, door);
  if (status === 202) return { status, headers, body: null };
  return respondWithJson(body, status, headers, request);
}

/** Maximum nesting. The SDK and our tools walk through a message by recursion, so more could overflow the stack. */
const levelsMax = 100;

function refuseDeepMessage(message: object): void {
  for (const { depth } of walkJson(message)) {
    if (depth > levelsMax) throw new AppError("invalid_input", `The message must have at most ${levelsMax} levels.`);
  }
}

const subjectCharactersMax = 256;

/** Hashes the stable pseudonym that ChatGPT sends for each person. We keep only the hash, for the limits. */
function hashSubject(params: unknown): string | undefined {
  const subject = asObject(asObject(params)._meta)["openai/subject"];
  if (typeof subject !== "string" || subject === "" || subject.length > subjectCharactersMax) return undefined;
  return createHash("sha256").update(subject).digest("base64url");
}

function bindUseCases(exchange: Exchange, useCases: UseCases, site: Site): Door {
  const { submitEvaluation, submitInquiry, blockDeclinedKey, ...catalog } = useCases;
  // Stores a repeated call once: models repeat a call that seems to have failed, and keep no idempotency key.
  const markStoredOnce = (consent: Consent) => Object.assign(exchange, consent, { isStoredOnce: true });
  const markDryRun = () => {
    exchange.logged.dryRun = true;
    return exchange;
  };
  return {
    ...catalog,
    site,
    submitEvaluation: async (input, consent) => {
      const stored = await runOperation(markStoredOnce(consent), operations.submitEvaluation, submitEvaluation, input);
      return { ...stored, receipt: writeReceipt(stored.receipt) };
    },
    submitInquiry: async (input, consent) => {
      const stored = await runOperation(markStoredOnce(consent), operations.submitContact, submitInquiry, input);
      return { ...stored, receipt: writeReceipt(stored.receipt) };
    },
    bookingHost: new URL(env().SCHEDULING_URL).host,
    getSubmission: async (receipt) => getSubmissionState(requireReceipt({ receipt }, exchange.now)),
    listTimes: async (receipt, timeZone) =>
      listTimes(requireReceipt({ receipt }, exchange.now), timeZone, exchange.now),
    bookTime: async (receipt, requested, { submissionKey, consentEvidence = "claimed" }) => {
      const own = requireReceipt({ receipt }, exchange.now);
      await requireUnblockedKey(submissionKey);
      return bookForAssistant(exchange, own, { ...requested, consentEvidence });
    },
    blockDeclinedKey: (key) => blockDeclinedKey(key, exchange),
    practiceEvaluation: (input) => runOperation(markDryRun(), operations.practiceEvaluation, practiceEvaluation, input),
    practiceInquiry: (input) => runOperation(markDryRun(), operations.practiceContact, practiceInquiry, input),
    now: exchange.now,
    reportError: (error) => {
      exchange.unreportedError ??= error;
    },
  };
}

/** Allows clients that run in pages on this site or on localhost. Requests from other origins were refused before. */
function setCorsHeaders(request: ApiRequest, headers: ApiHeaders): void {
  headers.Vary = "Origin";
  const origin = request.headers.get("origin");
  if (origin) {
    headers["Access-Control-Allow-Origin"] = origin;
    headers["Access-Control-Expose-Headers"] = "RateLimit, RateLimit-Policy, Retry-After, X-Request-Id";
  }
  if (request.method !== "OPTIONS") return;
  headers.Allow = allow;
  if (!origin) return;
  headers["Access-Control-Allow-Methods"] = allow;
  headers["Access-Control-Allow-Headers"] = [...protocolHeaders, "mcp-session-id", "x-request-id"].join(", ");
  headers["Access-Control-Max-Age"] = "86400";
}

function respondWithRpcError(error: unknown, { request, headers }: Exchange): ApiResponse {
  return respondWithError(error, request, headers, ({ kind, message, cause }) => {
    const unreadable = cause instanceof SyntaxError ? -32_700 : -32_600;
    const code = kind === "invalid_input" ? unreadable : kind === "internal" ? -32_603 : -32_000;
    return { jsonrpc: "2.0", id: null, error: { code, message } };
  });
}
