import { finished, PassThrough } from "node:stream";
import type { Operator } from "../domain/access/operator.ts";
import { liveOperations } from "../domain/submissions/inbox/inbox-page.ts";
import { isServerless } from "../server/host.ts";
import { type LiveEvent, watchInbox } from "../server/submissions/inbox/watch-inbox.ts";
import { receiveRequest } from "./handle.ts";
import type { Handler } from "./message.ts";

/** The stream ends before a serverless platform would end it, after about a minute. The client reconnects. */
const serverlessMilliseconds = 50_000;
/** If more bytes are waiting for a client, we disconnect it; it reconnects and gets the events it missed. */
const queuedBytesMax = 256 * 1024;

/** Streams server-sent events (HTML standard, section 9.2). Each tab of the desk opens one stream. */
export const handleLive: Handler = (request) =>
  receiveRequest(liveOperations.watchInbox, request, async (input, { operator, headers }) => {
    const after = request.headers.get("last-event-id") ?? input.after;
    const body = await openStream(after, operator);
    Object.assign(headers, {
      "Content-Type": "text/event-stream; charset=utf-8",
      // `no-transform` prevents compression, which would buffer events.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
    });
    return { status: 200, headers, body };
  });

async function openStream(after: string | null | undefined, operator: Operator): Promise<PassThrough> {
  const stream = new PassThrough();
  const end = () => void stream.end();
  const take = (events: LiveEvent[]) => {
    if (stream.writable) stream.write(events.map(formatServerSentEvent).join(""));
    if (stream.writableLength + stream.readableLength > queuedBytesMax) stream.destroy();
  };
  const close = await watchInbox(after, { operator, take, end });
  finished(stream, close);
  if (isServerless()) setTimeout(end, serverlessMilliseconds).unref();
  return stream;
}

function formatServerSentEvent({ message, position }: LiveEvent): string {
  return `${position === undefined ? "" : `id: ${position}\n`}data: ${JSON.stringify(message)}\n\n`;
}
