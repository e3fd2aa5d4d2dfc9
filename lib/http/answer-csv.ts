import { describeError, log } from "../server/log.ts";
import type { Exchange } from "./exchange.ts";

/**
 * Answers with a CSV file whose `parts` are read as fast as the client takes them. What fails before the first part is
 * thrown; after it, the connection breaks off, so that no one takes what has come for the whole. A client that goes
 * away ends the reading.
 */
export async function answerCsv(
  { name, requestId, headers }: Exchange,
  fileName: string,
  parts: AsyncGenerator<string, void>,
): Promise<Response> {
  const encoder = new TextEncoder();
  let next = await parts.next();
  Object.assign(headers, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName}"`,
  });
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (next.done) return controller.close();
        controller.enqueue(encoder.encode(next.value));
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
  return new Response(body, { headers });
}
