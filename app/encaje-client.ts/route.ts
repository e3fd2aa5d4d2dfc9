import fs from "node:fs";
import path from "node:path";

/** Rendered at build time, because a running server does not have the files in clients/. */
export const dynamic = "force-static";

export function GET(): Response {
  const headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "public, max-age=0, must-revalidate",
  };
  return new Response(readClientSource(), { headers });
}

/** Returns the source of the TypeScript client in clients/ as one file that imports only openapi-fetch. */
function readClientSource(): string {
  const folder = path.join(process.cwd(), "clients", "typescript");
  const [client = "", ...types] = ["client.ts", "schema.ts", "hand-off.ts"].map((name) =>
    fs.readFileSync(path.join(folder, name), "utf8").replaceAll(/^import .* from "\.\/.*";\n+/gm, ""),
  );
  return [client, ...types].join("\n");
}
