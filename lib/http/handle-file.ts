import { Readable } from "node:stream";
import type * as z from "zod/mini";
import { deskPath, signInPath, withReturnPath } from "../domain/access/return-path.ts";
import { AppError } from "../domain/errors.ts";
import type { Access, Operation } from "../domain/operation.ts";
import { toDay } from "../domain/time-zone.ts";
import { describeError, log } from "../server/log.ts";
import { getSiteSettings } from "../server/site.ts";
import type { Granted } from "./access.ts";
import { asApiError, type Exchange, respond } from "./exchange.ts";
import { receiveRequest } from "./handle.ts";
import type { ApiRequest, ApiResponse, Handler } from "./message.ts";
import { decodePathSegment } from "./path.ts";
import { redirectSeeOther, respondWithDocument } from "./respond.ts";

type File = { name: string; type?: string; content: Uint8Array };

/** Browsers save the file and never show it, because its content is untrusted. */
export function handleFile<Input extends z.ZodMiniType, Who extends Access>(
  operation: Operation<Input, z.ZodMiniType<Uint8Array>, Who>,
  read: (input: z.output<Input>, context: Exchange & Granted<Who>) => Promise<File>,
): Handler {
  return (request) =>
    receiveRequest(operation, request, async (input, context) => {
      const { name, type = "application/octet-stream", content } = await read(input, context);
      Object.assign(context.headers, {
        "Content-Type": type,
        "Content-Disposition": formatDisposition(name),
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cache-Control": "no-store",
      });
      return { status: 200, headers: context.headers, body: operation.output.parse(content) };
    });
}

export type Download = { fileName: string; content: object };

const cacheSeconds = 15;

/** `part` is the undecoded path segment. Responds with 404 if it is malformed. */
export function respondWithDownload(
  operation: string,
  request: ApiRequest,
  part: string,
  read: (name: string) => Promise<Download>,
): Promise<ApiResponse> {
  return respond(operation, request, async (exchange) => {
    const { fileName, content } = await read(decodePathSegment(part));
    exchange.headers["Content-Disposition"] = formatDisposition(fileName);
    const kind = { type: "application/json; charset=utf-8", cacheSeconds };
    return respondWithDocument(`${JSON.stringify(content, null, 2)}\n`, kind, exchange);
  });
}

/** Formats Content-Disposition (RFC 6266) with an ASCII name for old browsers and the exact name for all others. */
function formatDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\w.-]+/g, "_");
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return plain === fileName
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** Redirects a browser without a session to the sign-in page, from which it returns to the inbox. */
export function handleCsv<Input extends z.ZodMiniType, Who extends Access>(
  operation: Operation<Input, z.ZodMiniType<string>, Who>,
  open: (input: z.output<Input>, context: Exchange & Granted<Who>) => AsyncGenerator<string, void>,
): Handler {
  return (request) =>
    receiveRequest(
      operation,
      request,
      (input, context) => respondWithCsv(context, operation.output, open(input, context)),
      (error, exchange) => {
        const isNavigation = request.headers.get("accept")?.includes("text/html");
        if (!isNavigation || !(error instanceof AppError && error.kind === "unauthorized")) {
          return asApiError(error, exchange);
        }
        const page = deskPath + new URL(request.url).search;
        return redirectSeeOther(withReturnPath(signInPath, page), exchange.headers);
      },
    );
}

/** Rejects if the first part fails. A later error closes the connection, so that the file does not look complete. */
export async function respondWithCsv(
  { name, requestId, now, headers }: Exchange,
  output: z.ZodMiniType<string>,
  parts: AsyncGenerator<string, void>,
): Promise<ApiResponse> {
  const first = await parts.next();
  Object.assign(headers, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="submissions-${toDay(now, getSiteSettings().timeZone)}.csv"`,
    "Cache-Control": "no-store",
  });
  const readNext = () =>
    parts.next().catch((error: unknown) => {
      log().error({ operation: name, requestId, error: describeError(error) }, "a response was cut off");
      throw error;
    });
  async function* writeParts() {
    try {
      for (let next = first; !next.done; next = await readNext()) yield output.parse(next.value);
    } finally {
      await parts.return();
    }
  }
  return { status: 200, headers, body: Readable.from(writeParts(), { objectMode: false, highWaterMark: 0 }) };
}
