import { AppError } from "../domain/errors.ts";
import { floodMessage, isChunkFlood } from "./bounded-message.ts";

/** No legal body is larger, however it is escaped. */
export const bodyBytesMax = 256 * 1024;

const tooLarge = (bytesMax: number) => new AppError("too_large", `The body must be at most ${bytesMax} bytes.`);

/** The media type a request declares, in lower case, without parameters. */
export function mediaTypeOf(headers: Headers): string | undefined {
  return headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
}

/**
 * A request's body as text.
 * @throws AppError `unsupported_media_type`, `too_large` (without reading the rest) or `invalid_input`.
 */
export async function readText(request: Request, bytesMax = bodyBytesMax): Promise<string> {
  refuseEncodings(request.headers);
  return decode(await readWhole(request, bytesMax));
}

function refuseEncodings(headers: Headers): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase();
  if (encoding && encoding !== "identity") {
    throw new AppError("unsupported_media_type", "The body must be sent without a content encoding.");
  }
}

async function readWhole(request: Request, bytesMax: number): Promise<Uint8Array> {
  try {
    return await readBytes(request, bytesMax);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    if (isChunkFlood(cause)) throw new AppError("too_large", floodMessage);
    throw new AppError("invalid_input", "The body ended early.", { cause });
  }
}

async function readBytes(request: Request, bytesMax: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > bytesMax) throw tooLarge(bytesMax);
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Not cancelled when it is too long: the client would be cut off before it has read the answer.
  const reader = request.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    length += chunk.value.byteLength;
    if (length > bytesMax) throw tooLarge(bytesMax);
    chunks.push(chunk.value);
  }
  const [first] = chunks;
  return first && chunks.length === 1 ? first : Buffer.concat(chunks);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new AppError("invalid_input", "The body must be valid UTF-8.", { cause });
  }
}
