import type * as z from "zod/mini";
import { signInPath, withReturnPath } from "../domain/access/return-path.ts";
import { AppError } from "../domain/errors.ts";
import type { Access, Operation } from "../domain/operation.ts";
import { toDay } from "../domain/time-zone.ts";
import { describeError, log } from "../server/log.ts";
import { site } from "../server/site.ts";
import type { Granted } from "./access.ts";
import { asApiError, type Exchange } from "./exchange.ts";
import { receive } from "./handle.ts";
import type { ApiResponse, Handler } from "./message.ts";
import { redirectSeeOther } from "./respond.ts";

const pagePath = "/admin/inbox";

/** Without a session, the link redirects to the sign-in page, which returns to the inbox. */
export function handleCsv<Input extends z.ZodMiniType, Who extends Access>(
  operation: Operation<Input, z.ZodMiniType<string>, Who>,
  open: (input: z.output<Input>, context: Exchange & Granted<Who>) => AsyncGenerator<string, void>,
): Handler {
  return (request) =>
    receive(
      operation,
      request,
      (input, context) => respondWithCsv(context, operation.output, open(input, context)),
      (error, exchange) => {
        const isNavigation = request.headers.get("accept")?.includes("text/html");
        if (!isNavigation || !(error instanceof AppError && error.kind === "unauthorized")) {
          return asApiError(error, exchange);
        }
        const page = pagePath + new URL(request.url).search;
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
  const encoder = new TextEncoder();
  let next = await parts.next();
  Object.assign(headers, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="submissions-${toDay(now, site().timeZone)}.csv"`,
    "Cache-Control": "no-store",
  });
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (next.done) return controller.close();
        controller.enqueue(encoder.encode(output.parse(next.value)));
        try {
          next = await parts.next();
        } catch (error) {
          log().error({ operation: name, requestId, error: describeError(error) }, "an answer broke off");
          throw error;
        }
      },
      cancel: async () => {
        await parts.return();
      },
    },
    { highWaterMark: 0 },
  );
  return { status: 200, headers, body };
}
