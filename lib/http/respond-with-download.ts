import { matchesEtag, toEtag } from "./etag.ts";
import { respond } from "./exchange.ts";
import type { ApiRequest, ApiResponse } from "./message.ts";
import { decodePart } from "./path.ts";

export type Download = { fileName: string; content: object };

const cacheSeconds = 15;

/**
 * Responds to GET with the file that `read` finds, as an attachment with an ETag. `part` is the undecoded path segment;
 * a malformed one is a 404. Errors are ApiErrors (contract 2.10).
 */
export function respondWithDownload(
  operation: string,
  request: ApiRequest,
  part: string,
  read: (name: string) => Promise<Download>,
): Promise<ApiResponse> {
  return respond(operation, request, async ({ headers }) => {
    const { fileName, content } = await read(decodePart(part));
    const body = new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`);
    const etag = toEtag(body);
    Object.assign(headers, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": disposition(fileName),
      "Cache-Control": `public, max-age=${cacheSeconds}`,
      ETag: etag,
    });
    if (matchesEtag(request.headers.get("if-none-match"), etag)) return { status: 304, headers, body: null };
    return { status: 200, headers, body: request.method === "HEAD" ? null : body };
  });
}

/** Formats Content-Disposition (RFC 6266) with an ASCII name for old browsers and the exact name for the others. */
export function disposition(fileName: string): string {
  const plain = fileName.replace(/[^\w.-]+/g, "_");
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return plain === fileName
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
