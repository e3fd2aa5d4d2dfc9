// Generates the types of the client in clients/typescript from the OpenAPI document.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { buildOpenApi } from "../lib/contract/openapi.ts";

const root = path.join(import.meta.dirname, "..");
/** The program is installed in clients/typescript, with the TypeScript 5 that it needs. */
const openapiTypescript = path.join(root, "clients/typescript/node_modules/openapi-typescript/bin/cli.js");

const siteUrl = "http://localhost:3000";
export const document = JSON.parse(
  JSON.stringify(buildOpenApi({ siteUrl, siteName: "Encaje", contactEmail: "hello@example.com" })),
);

/** File of the client's types, relative to the root of the repository. */
export const typesFile = "clients/typescript/schema.ts";

export async function generateTypes(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-client-"));
  const file = path.join(folder, "openapi.json");
  fs.writeFileSync(file, JSON.stringify(document));
  try {
    return (await promisify(execFile)(process.execPath, [openapiTypescript, file])).stdout;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

export async function writeTypes(): Promise<void> {
  fs.writeFileSync(path.join(root, typesFile), await generateTypes());
}
