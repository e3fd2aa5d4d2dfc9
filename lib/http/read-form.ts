import { AppError } from "../domain/errors.ts";
import type { FormValues } from "../domain/submissions/form-body.ts";
import { mediaTypeOf, readText } from "./read-body.ts";

/** The fields of a form that a browser has sent; of a repeated one the first. @throws AppError as `readFields`. */
export async function readForm(request: Request): Promise<FormValues> {
  const values = new Map<string, string>();
  for (const [name, value] of await readFields(request)) if (!values.has(name)) values.set(name, value);
  return Object.fromEntries(values);
}

/**
 * Every field of a form in its order. Lines end as they did in the text field: on its way a form has CR LF, which would
 * count twice against a field's length.
 * @throws AppError as `readJson`; what does not declare itself a form is refused too.
 */
export async function readFields(request: Request, bytesMax?: number): Promise<[name: string, value: string][]> {
  if (mediaTypeOf(request.headers) !== "application/x-www-form-urlencoded") {
    throw new AppError("unsupported_media_type", "The content type must be application/x-www-form-urlencoded.");
  }
  const fields = new URLSearchParams(await readText(request, bytesMax));
  return [...fields].map(([name, value]) => [name, value.replace(/\r\n?/g, "\n")]);
}
