import { writeFieldFaults } from "../contract/refusal.ts";
import { AppError, errorStatuses } from "../domain/errors.ts";
import type { Operation } from "../domain/operation.ts";
import { encodeForClient } from "./coding.ts";
import { matchesEtag, serialize, toEtag } from "./etag.ts";
import type { ApiHeaders, ApiRequest, ApiResponse } from "./message.ts";

const internalText = "Something went wrong on our side. Please try again later.";

export async function respondWithResult(
  operation: Operation,
  result: unknown,
  request: ApiRequest,
  headers: ApiHeaders,
): Promise<ApiResponse> {
  if (operation.cacheSeconds === undefined || typeof result !== "object" || result === null) {
    return respondWithJson(JSON.stringify(operation.output.parse(result)), operation.status, headers, request);
  }
  const kept = serialize(operation.output, result);
  headers["Cache-Control"] = `public, max-age=${operation.cacheSeconds}`;
  headers.ETag = kept.etag;
  if (operation.isCompressed) headers.Vary = "Accept-Encoding";
  if (matchesEtag(request.headers.get("if-none-match"), kept.etag)) return { status: 304, headers, body: null };
  if (!operation.isCompressed) return respondWithJson(kept.body, operation.status, headers, request);
  const { body, coding } = await encodeForClient(request.headers.get("accept-encoding"), kept, true);
  if (coding) headers["Content-Encoding"] = coding;
  return respondWithJson(body, operation.status, headers, request);
}

export function toErrorStatus(error: unknown): number {
  return errorStatuses[error instanceof AppError ? error.kind : "internal"];
}

const toApiError = ({ message, code }: AppError): object => ({ error: message, code });

/** Sends an ApiError (contract 2.10) or the output of `write`. All unexpected errors get the same sentence. */
export function respondWithError(
  error: unknown,
  request: ApiRequest,
  headers: ApiHeaders,
  write = toApiError,
): ApiResponse {
  const known = prepareErrorHeaders(error, headers);
  return respondWithJson(JSON.stringify(write(known)), errorStatuses[known.kind], headers, request);
}

export function respondWithPlainError(error: unknown, request: ApiRequest, headers: ApiHeaders): ApiResponse {
  const { kind, message } = prepareErrorHeaders(error, headers);
  headers["Content-Type"] = "text/plain; charset=utf-8";
  headers["Cache-Control"] ??= "no-store";
  return { status: errorStatuses[kind], headers, body: request.method === "HEAD" ? null : `${message}\n` };
}

function prepareErrorHeaders(error: unknown, headers: ApiHeaders): AppError {
  const isTold = error instanceof AppError && error.kind !== "internal";
  const known = isTold ? error : new AppError("internal", internalText);
  if (known.retryAfterSeconds !== undefined) headers["Retry-After"] = String(known.retryAfterSeconds);
  if (known.allow !== undefined) headers.Allow = known.allow;
  // The connection closes, because we leave the remaining body unread.
  if (known.kind === "too_large") headers.Connection = "close";
  if (known.fields.length) {
    headers["Invalid-Fields"] = writeFieldFaults(known.fields.map((field) => ({ field, rule: "other" })));
  }
  return known;
}

/** Responds with a document that caches may keep, or with a 304 if the caller already has it. */
export function respondWithDocument(
  body: string | Uint8Array,
  { type, cacheSeconds }: { type: string; cacheSeconds: number },
  { request, headers }: { request: ApiRequest; headers: ApiHeaders },
): ApiResponse {
  headers["Cache-Control"] = `public, max-age=${cacheSeconds}`;
  headers.ETag = toEtag(body);
  if (matchesEtag(request.headers.get("if-none-match"), headers.ETag)) return { status: 304, headers, body: null };
  headers["Content-Type"] = type;
  headers["Content-Length"] = String(Buffer.byteLength(body));
  return { status: 200, headers, body: request.method === "HEAD" ? null : body };
}

/** Redirects to `location` with the method GET (RFC 9110, 15.4.4). */
export function redirectSeeOther(location: string, headers: ApiHeaders): ApiResponse {
  headers.Location = location;
  headers["Cache-Control"] = "no-store";
  return { status: 303, headers, body: null };
}

export function respondEmpty(headers: ApiHeaders): ApiResponse {
  return { status: 204, headers, body: null };
}

export function respondWithJson(
  text: string | Uint8Array,
  status: number,
  headers: ApiHeaders,
  request: ApiRequest,
): ApiResponse {
  headers["Content-Type"] = "application/json; charset=utf-8";
  headers["Content-Length"] = String(Buffer.byteLength(text));
  headers["Cache-Control"] ??= "no-store";
  return { status, headers, body: request.method === "HEAD" ? null : text };
}
