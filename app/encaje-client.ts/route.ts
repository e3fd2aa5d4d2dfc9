import { readClientSource } from "#lib/server/client-source.ts";

/** Written at build: the files of clients/ are not needed to run. */
export const dynamic = "force-static";

export function GET(): Response {
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "public, max-age=0, must-revalidate",
  };
  return new Response(readClientSource(), { headers });
}
