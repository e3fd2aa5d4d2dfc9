import { AppError } from "../domain/errors.ts";
import { mediaTypeOf, readText } from "./read-body.ts";

/**
 * The JSON value of a request's body. An undeclared content type is taken as JSON.
 * @throws AppError `unsupported_media_type`, `too_large` (without reading the rest) or `invalid_input`.
 */
export async function readJson(request: Request, bytesMax?: number): Promise<unknown> {
  const type = mediaTypeOf(request.headers);
  if (type && type !== "application/json" && !/^application\/[^\s/]+\+json$/.test(type)) {
    throw new AppError("unsupported_media_type", "The content type must be application/json.");
  }
  const text = await readText(request, bytesMax);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_input", "The body must be valid JSON.", { cause });
  }
}
