import { randomUUID } from "node:crypto";
import type * as z from "zod/mini";
import { writeFieldFaults } from "../contract/invalid-fields.ts";
import type { Operation } from "../contract/operation.ts";
import { AppError } from "../domain/errors.ts";
import { type AnswerHeaders, answerEmpty, answerError, answerResult } from "./answer.ts";
import type { Exchange } from "./exchange.ts";
import { logExchange } from "./log-exchange.ts";
import { readJson } from "./read-json.ts";
import { admitRequest, check, perform, type Verb } from "./stations.ts";
import { readSubmissionHeaders, submissionHeaders } from "./submission-headers.ts";

/**
 * The route handler of an operation: web-standard Request in, Response out, every station of a request visited once
 * (README, "One request"). It answers every method, so a route file exports it under all of them.
 */
export function handle<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  operation: Operation<Input, Output>,
  verb: Verb<Input, Output>,
): (request: Request) => Promise<Response> {
  return (request) =>
    answer(operation.operationId, request, (exchange) => {
      setOperationHeaders(exchange, operation);
      return respond(exchange, operation, verb);
    });
}

type Refuse = (error: unknown, exchange: Exchange) => Response;

const asApiError: Refuse = (error, { request, headers }) => answerError(error, request, headers);

/** Runs `work` as one exchange: request id, clock, error answer, log line. */
export async function answer(
  name: string,
  request: Request,
  work: (exchange: Exchange) => Promise<Response>,
  refuse = asApiError,
): Promise<Response> {
  const startedAt = performance.now();
  const requestId = requestIdOf(request);
  const headers: AnswerHeaders = { "X-Request-Id": requestId, "X-Content-Type-Options": "nosniff" };
  const exchange: Exchange = { name, request, now: new Date(), requestId, headers, clientIp: "", logged: {} };
  try {
    const response = await work(exchange);
    logExchange(exchange, response.status, startedAt);
    return response;
  } catch (error) {
    const response = refuse(error, exchange);
    logExchange(exchange, response.status, startedAt, error);
    return response;
  }
}

async function respond<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  exchange: Exchange,
  operation: Operation<Input, Output>,
  verb: Verb<Input, Output>,
): Promise<Response> {
  const { request, headers } = exchange;
  if (request.method === "OPTIONS") return answerEmpty(headers);
  refuseOtherMethods(operation, request.method);
  if (operation.isSubmission) admitRequest(exchange);
  const checked = check(operation, await readInput(operation, request));
  if ("refusal" in checked) {
    if (checked.faults.length) headers["Invalid-Fields"] = writeFieldFaults(checked.faults);
    throw checked.refusal;
  }
  // After the input: its stable codes are told whatever else is wrong.
  if (operation.isSubmission) Object.assign(exchange, readSubmissionHeaders(request.headers));
  return answerResult(operation, await perform(exchange, operation, verb, checked.input), request, headers);
}

function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}

function allowedMethods(operation: Pick<Operation, "method">): string {
  return operation.method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
}

const exposedHeaders = "ETag, Invalid-Fields, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id";
const sentHeaders = ["Content-Type", "If-None-Match", "X-Request-Id", ...submissionHeaders].join(", ");

export function setOperationHeaders({ request, headers }: Exchange, operation: Operation): void {
  if (operation.isCorsOpen) {
    headers["Access-Control-Allow-Origin"] = "*";
    headers["Access-Control-Expose-Headers"] = exposedHeaders;
  }
  if (request.method !== "OPTIONS") return;
  headers.Allow = allowedMethods(operation);
  if (operation.isCorsOpen) {
    headers["Access-Control-Allow-Methods"] = allowedMethods(operation);
    headers["Access-Control-Allow-Headers"] = sentHeaders;
    headers["Access-Control-Max-Age"] = "86400";
  }
}

function refuseOtherMethods(operation: Operation, method: string): void {
  if (method === operation.method || (method === "HEAD" && operation.method === "GET")) return;
  throw wrongMethod(operation);
}

export function wrongMethod(operation: Pick<Operation, "method">): AppError {
  const allow = allowedMethods(operation);
  return new AppError("method_not_allowed", `Use ${allow} here.`, { allow });
}

async function readInput(operation: Operation, request: Request): Promise<unknown> {
  if (operation.source === "body") return readJson(request);
  if (operation.source === "none") return {};
  const { pathname, searchParams } = new URL(request.url);
  return operation.source === "query" ? Object.fromEntries(searchParams) : readPath(operation.path, pathname);
}

/** The values of a path template such as /catalog/{slug}, decoded; what cannot be decoded is found nowhere. */
function readPath(template: string, pathname: string): Record<string, string> {
  const given = pathname.replace(/\/$/, "").split("/").slice(-template.split("/").length);
  const pairs = template.split("/").flatMap((part, at) => {
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    return name ? [[name, given[at] ?? ""] as const] : [];
  });
  try {
    return Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch (cause) {
    throw new AppError("not_found", "There is nothing at this address.", { cause });
  }
}
