import { inboundOperations } from "../domain/submissions/core/inbound.ts";
import { openInboundFile } from "../server/submissions/inbox/list-inbound.ts";
import { receive } from "./handle.ts";
import type { Handler } from "./message.ts";
import { disposition } from "./respond-with-download.ts";

const { openInboundFile: operation } = inboundOperations;

/** Sends a file from a stranger, which the browser must save, and never show or run. */
export const handleInboundFile: Handler = (request) =>
  receive(operation, request, async (input, { operator, now, headers }) => {
    const { name, content } = await openInboundFile(input, { operator, now });
    Object.assign(headers, {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": disposition(name),
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "no-store",
    });
    return { status: 200, headers, body: operation.output.parse(content) };
  });
