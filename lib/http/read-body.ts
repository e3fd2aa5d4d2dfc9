import { AppError } from "../domain/errors.ts";
import { defaultBodyBytesMax } from "../domain/operation.ts";
import type { FormValues } from "../domain/submissions/intake/form-body.ts";
import { floodMessage, isChunkFlood } from "./bounded-message.ts";
import type { ApiRequest } from "./message.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const createTooLargeError = (bytesMax: number) =>
  new AppError("too_large", `The body must be at most ${bytesMax} bytes.`);

/** A missing content type counts as JSON. */
export async function readJson(request: ApiRequest, bytesMax?: number): Promise<unknown> {
  const type = readMediaType(request.headers);
  if (type && type !== "application/json" && !/^application\/[^\s/]+\+json$/.test(type)) {
    throw new AppError("unsupported_media_type", "The content type must be application/json.");
  }
  return parseJson(await readText(request, bytesMax));
}

/** @throws AppError `invalid_input` */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", "The body must be valid JSON.", { cause });
  }
}

/** If a field is repeated, the first value counts. Converts line endings to LF: a CR would count against its length. */
export async function readForm(request: ApiRequest, bytesMax?: number): Promise<FormValues> {
  if (readMediaType(request.headers) !== "application/x-www-form-urlencoded") {
    throw new AppError("unsupported_media_type", "The content type must be application/x-www-form-urlencoded.");
  }
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await readText(request, bytesMax))) {
    if (!values.has(name)) values.set(name, value.replace(/\r\n?/g, "\n"));
  }
  return Object.fromEntries(values);
}

export function readMediaType(headers: ApiRequest["headers"]): string | undefined {
  return headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
}

async function readText(request: ApiRequest, bytesMax = defaultBodyBytesMax): Promise<string> {
  const bytes = await readBody(request, bytesMax);
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError("invalid_input", "The body must be valid UTF-8.", { cause });
  }
}

/** @param count is called with the number of bytes of each chunk and may throw to refuse the body */
export async function readBody(
  request: ApiRequest,
  bytesMax: number,
  count?: (bytes: number) => void,
): Promise<Uint8Array> {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase();
  if (encoding && encoding !== "identity") {
    throw new AppError("unsupported_media_type", "The body must be sent without a content encoding.");
  }
  try {
    return await readBytes(request, bytesMax, count);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (isChunkFlood(cause)) throw new AppError("too_large", floodMessage);
    throw new AppError("invalid_input", "The body ended early.", { cause });
  }
}

async function readBytes(request: ApiRequest, bytesMax: number, count?: (bytes: number) => void): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > bytesMax) throw createTooLargeError(bytesMax);
  let bytes = new Uint8Array();
  // A body that is too long is not cancelled, because that would disconnect the client before it reads the response.
  const reader = request.body?.getReader();
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      if (bytes.byteLength + chunk.value.byteLength > bytesMax) throw createTooLargeError(bytesMax);
      count?.(chunk.value.byteLength);
      bytes = bytes.byteLength === 0 ? chunk.value : appendBytes(bytes, chunk.value, bytesMax);
    }
  } finally {
    reader?.releaseLock();
  }
  return bytes;
}

/** Grows one buffer: keeping thousands of chunks would fragment memory, which the process never gives back. */
function appendBytes(bytes: Uint8Array<ArrayBuffer>, piece: Uint8Array, bytesMax: number): Uint8Array<ArrayBuffer> {
  const start = bytes.byteLength;
  const whole = bytes.buffer.resizable ? bytes.buffer : new ArrayBuffer(start, { maxByteLength: bytesMax });
  const grown = new Uint8Array(whole);
  if (whole !== bytes.buffer) grown.set(bytes);
  whole.resize(start + piece.byteLength);
  grown.set(piece, start);
  return grown;
}
