import { readClientSource } from "#lib/server/client-source.ts";

/** Written at build: the files of clients/ are not needed to run. */
export const dynamic = "force-static";

export function GET(): Response {
  return new Response(readClientSource(), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
