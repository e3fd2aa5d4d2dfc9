import { randomUUID } from "node:crypto";
import { AppError } from "../domain/errors.ts";
import type { RequestContext } from "../domain/request-context.ts";
import { describeError, log } from "../server/log.ts";
import { type SeenRequest, seen } from "../server/seen.ts";
import type { ApiHeaders, ApiRequest, ApiResponse } from "./message.ts";
import { findRequestNote } from "./request-note.ts";
import { respondWithError, respondWithPlainError, toErrorStatus } from "./respond.ts";

export type Exchange = RequestContext & {
  name: string;
  request: ApiRequest;
  headers: ApiHeaders;
  clientIp: string;
  /** Hash of a hosted assistant's pseudonym for the person. The limits use it only together with `assistantHost`. */
  subjectHash?: string;
  logged: Record<string, unknown>;
  isPolled?: boolean | undefined;
  /** An error to log although the response reports a success, such as the error of a failed tool call. */
  unreportedError?: unknown;
};

export type Refuse = (error: unknown, exchange: Exchange) => ApiResponse;

export const asApiError: Refuse = (error, { request, headers }) => respondWithError(error, request, headers);
export const asPlainText: Refuse = (error, { request, headers }) => respondWithPlainError(error, request, headers);

export async function respond(
  name: string,
  request: ApiRequest,
  work: (exchange: Exchange) => Promise<ApiResponse>,
  refuse = asApiError,
): Promise<ApiResponse> {
  const startedAt = performance.now();
  const requestId = readRequestId(request.headers.get("x-request-id"));
  const headers: ApiHeaders = { "X-Request-Id": requestId, "X-Content-Type-Options": "nosniff" };
  const exchange: Exchange = { name, request, now: new Date(), requestId, headers, clientIp: "", logged: {} };
  try {
    const response = await work(exchange);
    logExchange(exchange, response.status, startedAt, exchange.unreportedError);
    return response;
  } catch (error) {
    const response = refuse(error, exchange);
    logExchange(exchange, response.status, startedAt, error);
    return response;
  }
}

export function readRequestId(given: string | null | undefined): string {
  return given && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}

/** Writes the only log line of a request. It must not contain names, email addresses, texts or IP addresses. */
function logExchange(exchange: Exchange, status: number, startedAt: number, error?: unknown): void {
  const milliseconds = performance.now() - startedAt;
  const note = findRequestNote();
  if (note) note.isLogged = true;
  // A form redirects and a tool has a result even after an internal error, so the error determines level and metric.
  const severity = error === undefined ? status : Math.max(status, toErrorStatus(error));
  publishRequest({ operation: exchange.name, status: severity, milliseconds });
  if (exchange.isPolled && severity < 500) return;
  const line = {
    operation: exchange.name,
    status,
    durationMs: roundDuration(milliseconds),
    requestId: exchange.requestId,
    ...exchange.logged,
    ...(error instanceof AppError && error.code ? { code: error.code } : {}),
  };
  if (severity < 500) log().info(line);
  else log().error({ ...line, error: describeError(error) });
}

export const roundDuration = (milliseconds: number) => Math.round(milliseconds * 10) / 10;

export function publishRequest(request: SeenRequest): void {
  if (seen.request.hasSubscribers) seen.request.publish(request);
}
