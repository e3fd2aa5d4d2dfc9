import fs from "node:fs";
import path from "node:path";

/** Returns the source of the TypeScript client in clients/ as one file that imports only openapi-fetch. */
export function readClientSource(): string {
  const folder = path.join(process.cwd(), "clients", "typescript");
  const [client = "", ...types] = ["client.ts", "schema.ts", "hand-off.ts"].map((name) =>
    fs.readFileSync(path.join(folder, name), "utf8").replaceAll(/^import .* from "\.\/.*";\n+/gm, ""),
  );
  return [client, ...types].join("\n");
}
