import type * as z from "zod/mini";
import type { Access, Operation } from "../domain/operation.ts";
import type { Granted } from "./access.ts";
import type { Exchange } from "./exchange.ts";
import { receive } from "./handle.ts";
import type { Handler } from "./message.ts";
import { disposition } from "./respond-with-download.ts";

type File = { name: string; type: string; content: Uint8Array };

/** Creates a route handler like `handle`, for a file that browsers save but never show: its content is untrusted. */
export function handleFile<Input extends z.ZodMiniType, Who extends Access>(
  operation: Operation<Input, z.ZodMiniType<Uint8Array>, Who>,
  read: (input: z.output<Input>, context: Exchange & Granted<Who>) => Promise<File>,
): Handler {
  return (request) =>
    receive(operation, request, async (input, context) => {
      const { name, type, content } = await read(input, context);
      Object.assign(context.headers, {
        "Content-Type": type,
        "Content-Disposition": disposition(name),
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "private, no-store",
      });
      return { status: 200, headers: context.headers, body: operation.output.parse(content) };
    });
}
