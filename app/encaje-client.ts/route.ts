import { readClientSource } from "#lib/server/client-source.ts";

/** Rendered at build time, because the files in clients/ are not there at run time. */
export const dynamic = "force-static";

export function GET(): Response {
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "public, max-age=0, must-revalidate",
  };
  return new Response(readClientSource(), { headers });
}
