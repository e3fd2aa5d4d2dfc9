import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Operation } from "../contract/operation.ts";
import { AppError } from "../domain/errors.ts";
import { invalidInput } from "../domain/invalid-input.ts";
import type { RequestContext } from "../domain/request-context.ts";
import { env } from "../server/env.ts";
import type { LimitState } from "../server/limits/policies.ts";
import { spendRequest, spendSubmission } from "../server/limits/submission-limits.ts";
import { type AnswerHeaders, answerEmpty, answerError, answerResult } from "./answer.ts";
import { clientIpOf } from "./client-ip.ts";
import type { Exchange } from "./exchange.ts";
import { logExchange } from "./log-exchange.ts";
import { retryAfterSecondsOf, setRateLimitHeaders } from "./rate-limit-headers.ts";
import { readJson } from "./read-json.ts";

export type Verb<Input extends z.ZodType, Output extends z.ZodType> = (
  input: z.output<Input>,
  context: RequestContext,
) => Promise<z.input<Output>>;

/**
 * The route handler of an operation: web-standard Request in, Response out, every station of a request visited once
 * (README, "One request"). It answers every method, so a route file exports it under all of them.
 */
export function handle<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  verb: Verb<Input, Output>,
): (request: Request) => Promise<Response> {
  return (request) =>
    answer(operation.operationId, request, (exchange) => {
      setOperationHeaders(exchange, operation);
      return respond(exchange, operation, verb);
    });
}

/** Runs `work` as one exchange: request id, clock, error answer, log line. */
export async function answer(
  name: string,
  request: Request,
  work: (exchange: Exchange) => Promise<Response>,
): Promise<Response> {
  const startedAt = performance.now();
  const requestId = requestIdOf(request);
  const headers: AnswerHeaders = { "X-Request-Id": requestId, "X-Content-Type-Options": "nosniff" };
  const exchange: Exchange = { name, request, now: new Date(), requestId, headers, logged: {} };
  try {
    const response = await work(exchange);
    logExchange(exchange, response.status, startedAt);
    return response;
  } catch (error) {
    const response = answerError(error, request, headers);
    logExchange(exchange, response.status, startedAt, error);
    return response;
  }
}

async function respond<Input extends z.ZodType, Output extends z.ZodType>(
  exchange: Exchange,
  operation: Operation<Input, Output>,
  verb: Verb<Input, Output>,
): Promise<Response> {
  const { request, headers } = exchange;
  if (request.method === "OPTIONS") return answerEmpty(headers);
  refuseOtherMethods(operation, request.method);
  const clientIp = operation.isSubmission ? clientIpOf(request.headers, env().TRUSTED_PROXY_HOPS) : "";
  if (operation.isSubmission) allow(exchange, [spendRequest(clientIp, exchange.now.getTime())]);
  const parsed = operation.input.safeParse(await readInput(operation, request));
  if (!parsed.success) throw invalidInput(parsed.error);
  note(exchange, operation, parsed.data);
  if (operation.isSubmission) {
    const { agentName, channel } = parsed.data as { agentName?: string; channel?: string };
    const by = channel === "ai_agent" ? { clientIp, agentName } : { clientIp };
    allow(exchange, await spendSubmission(by, exchange.now.getTime()));
  }
  const result = await verb(parsed.data, exchange);
  note(exchange, operation, result);
  return answerResult(operation, result, request, headers);
}

function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}

function allowedMethods(operation: Pick<Operation, "method">): string {
  return operation.method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
}

export function setOperationHeaders({ request, headers }: Exchange, operation: Operation): void {
  if (operation.isCorsOpen) {
    headers["Access-Control-Allow-Origin"] = "*";
    headers["Access-Control-Expose-Headers"] = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id";
  }
  if (request.method !== "OPTIONS") return;
  headers.Allow = allowedMethods(operation);
  if (operation.isCorsOpen) {
    headers["Access-Control-Allow-Methods"] = allowedMethods(operation);
    headers["Access-Control-Allow-Headers"] = "Content-Type, If-None-Match, X-Request-Id";
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

/** Notes what is left of each limit in the headers and refuses when one has nothing left. */
function allow(exchange: Exchange, states: LimitState[]): void {
  const now = exchange.now.getTime();
  setRateLimitHeaders(exchange.headers, states, now);
  const exhausted = states.find(({ isAllowed }) => !isAllowed);
  if (!exhausted) return;
  const retryAfterSeconds = retryAfterSecondsOf(exhausted, now);
  const whose = exhausted.policy.name === "agent" ? "this agentName" : "this client";
  throw new AppError("rate_limited", `Too many submissions from ${whose}. Try again in ${retryAfterSeconds} seconds.`, {
    code: "rate_limited",
    retryAfterSeconds,
  });
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

function note({ logged }: Exchange, operation: Operation, value: unknown): void {
  for (const name of operation.logged ?? []) {
    const property = (value as Record<string, unknown>)[name];
    if (property !== undefined) logged[name] = property;
  }
}
