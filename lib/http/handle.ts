import type * as z from "zod/mini";
import { discoveryLinks } from "../contract/addresses.ts";
import { writeFieldFaults } from "../contract/refusal.ts";
import { isJsonObject } from "../domain/json.ts";
import { type Access, hasBody, type Operation } from "../domain/operation.ts";
import { formatReference } from "../domain/submissions/core/submission-ref.ts";
import { receiptHeader } from "../domain/submissions/intake/receipt.ts";
import { env } from "../server/env.ts";
import { type Receipt, writeReceipt } from "../server/submissions/intake/receipts.ts";
import type { Granted } from "./access.ts";
import { readClientIp } from "./client-ip.ts";
import { type Exchange, type Refuse, respond } from "./exchange.ts";
import type { ApiRequest, ApiResponse, Handler } from "./message.ts";
import { createWrongMethodError, formatAllowedMethods, supportsMethod } from "./methods.ts";
import { refuseCrossSite } from "./own-site.ts";
import { decodePathSegment, readParams, readPathname } from "./path.ts";
import { readJson } from "./read-body.ts";
import { respondEmpty, respondWithResult } from "./respond.ts";
import { admitRequest, checkInput, runOperation } from "./stations.ts";
import { readSubmissionOptions, submissionHeaders } from "./submission-headers.ts";

type Options<Result> = {
  /** Returns values of Set-Cookie headers. Gets the result before the output schema drops properties. */
  setCookies?: (result: Result) => string[];
  /** Receipt of a submission, sent in a header. */
  getReceipt?: (result: Result) => Receipt;
};

/** Checks the method, access and input, runs the use case, checks the output and writes one log line. */
export function handle<
  Input extends z.ZodMiniType,
  Output extends z.ZodMiniType,
  Result extends z.input<Output>,
  Who extends Access | undefined = undefined,
>(
  operation: Operation<Input, Output, Who>,
  runUseCase: (input: z.output<Input>, context: Exchange & Granted<Who>) => Promise<Result>,
  { setCookies, getReceipt }: Options<Result> = {},
): Handler {
  return (request) =>
    receiveRequest(operation, request, async (input, context) => {
      const result = await runOperation(context, operation, runUseCase, input);
      if (setCookies) context.headers["Set-Cookie"] = setCookies(result);
      if (getReceipt) {
        const receipt = getReceipt(result);
        context.headers[receiptHeader] = writeReceipt(receipt);
        context.headers.Location = `/api/submissions/${formatReference(receipt)}`;
      }
      return respondWithResult(operation, result, request, context.headers);
    });
}

export function receiveRequest<Input extends z.ZodMiniType, Who extends Access | undefined>(
  operation: Operation<Input, z.ZodMiniType, Who>,
  request: ApiRequest,
  serve: (input: z.output<Input>, context: Exchange & Granted<Who>) => Promise<ApiResponse>,
  refuse?: Refuse,
): Promise<ApiResponse> {
  return respond(
    operation.operationId,
    request,
    async (exchange) => {
      exchange.isPolled = operation.isPolled;
      setOperationHeaders(exchange, operation);
      if (request.method === "OPTIONS" && !operation.access) return respondEmpty(exchange.headers);
      if (!supportsMethod(operation, request.method)) throw createWrongMethodError(operation);
      const context = await admitCaller(exchange, operation);
      return serve(await readInput(exchange, operation), context);
    },
    refuse,
  );
}

/** Checks access and the limit on request floods before the body is read. */
export async function admitCaller<Who extends Access | undefined>(
  exchange: Exchange,
  {
    access,
    scope,
    isSubmission,
    isPractice,
    needsReceipt,
  }: Pick<Operation, "scope" | "isSubmission" | "isPractice" | "needsReceipt"> & { access?: Who },
): Promise<Exchange & Granted<Who>> {
  const { request } = exchange;
  let granted = {};
  if (isSubmission || needsReceipt) admitRequest(exchange, isPractice);
  if (access) {
    if (access !== "key") refuseCrossSite(request.headers);
    exchange.clientIp = readClientIp(request.headers, env().TRUSTED_PROXY_HOPS);
    // Loaded by the first request that needs it, because the public API does not need the sign-in library.
    const { guards } = await import("./access.ts");
    granted = await guards[access](exchange, scope);
  }
  return Object.assign(exchange, granted) as Exchange & Granted<Who>;
}

async function readInput<Input extends z.ZodMiniType>(
  exchange: Exchange,
  operation: Operation<Input>,
): Promise<z.output<Input>> {
  const checked = checkInput(operation, await readValues(operation, exchange.request));
  if ("refusal" in checked) {
    if (checked.faults.length) exchange.headers["Invalid-Fields"] = writeFieldFaults(checked.faults);
    throw checked.refusal;
  }
  // Read after the input, because the input's stable error codes take precedence.
  if (operation.isSubmission) Object.assign(exchange, readSubmissionOptions(exchange.request));
  return checked.input;
}

async function readValues(operation: Operation, request: ApiRequest): Promise<unknown> {
  const { path, bodyBytesMax, access } = operation;
  const readQuery = access === "key" ? unwrapSingleValues : access ? toValueLists : Object.fromEntries;
  const values = hasBody(operation) ? await readJson(request, bodyBytesMax) : readQuery(readParams(request.url));
  if (!path.includes("{") || !isJsonObject(values)) return values;
  return { ...values, ...readPathParameters(path, readPathname(request.url)) };
}

const exposedHeaders = [
  "Deprecation",
  "ETag",
  "Invalid-Fields",
  "Location",
  "Practice",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  receiptHeader,
  "Sunset",
  "X-Request-Id",
].join(", ");
const sentHeaders = ["Content-Type", "If-None-Match", receiptHeader, "X-Request-Id", ...submissionHeaders].join(", ");

export function setOperationHeaders({ request, headers }: Exchange, operation: Operation): void {
  if (operation.isCorsOpen) {
    headers["Access-Control-Allow-Origin"] = "*";
    headers["Access-Control-Expose-Headers"] = exposedHeaders;
    headers.Link = discoveryLinks;
  }
  if (operation.isPractice) headers.Practice = "true";
  if (request.method !== "OPTIONS") return;
  const allow = formatAllowedMethods(operation);
  headers.Allow = allow;
  if (operation.isCorsOpen) {
    headers["Access-Control-Allow-Methods"] = allow;
    headers["Access-Control-Allow-Headers"] = sentHeaders;
    headers["Access-Control-Max-Age"] = "86400";
  }
}

function toValueLists(params: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
}

/** Keeps a repeated parameter as a list, which schemas refuse: one of its values alone would give another result. */
function unwrapSingleValues(params: URLSearchParams): Record<string, unknown> {
  const lists = Object.entries(toValueLists(params));
  return Object.fromEntries(lists.map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

/** @throws AppError `not_found` for a malformed value */
function readPathParameters(template: string, pathname: string): Record<string, string> {
  const given = pathname.replace(/\/$/, "").split("/").slice(-template.split("/").length);
  const pairs = template.split("/").flatMap((part, at) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    return name ? [[name, given[at] ?? ""] as const] : [];
  });
  return Object.fromEntries(pairs.map(([name, value]) => [name, decodePathSegment(value)]));
}
