// `npm run client`: writes what is generated below clients/ from the OpenAPI document.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { envJsonToBruV2, jsonToBruV2 } from "@usebruno/lang";
import { buildOpenApi } from "../lib/contract/openapi.ts";

const root = path.join(import.meta.dirname, "..");
/** Has the TypeScript 5 that this program needs beside it. */
const openapiTypescript = path.join(root, "clients/typescript/node_modules/openapi-typescript/bin/cli.js");

const siteUrl = "http://localhost:3000";
export const document: Document = JSON.parse(
  JSON.stringify(buildOpenApi({ siteUrl, siteName: "Encaje", contactEmail: "hello@example.com" })),
);

type Examples = Record<string, { value: unknown }>;
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { name: string; in: "query" | "path"; examples?: Examples }[];
  requestBody?: { content: { "application/json": { examples: Examples } } };
  responses: Record<string, unknown>;
};
type Document = { info: { title: string }; paths: Record<string, Record<string, Operation>> };

/** Each file's text by its path in the repository. */
export async function listGeneratedFiles(): Promise<Map<string, string>> {
  return new Map([["clients/typescript/schema.ts", await writeTypes()], ...listBrunoFiles()]);
}

async function writeTypes(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-client-"));
  const file = path.join(folder, "openapi.json");
  fs.writeFileSync(file, JSON.stringify(document));
  try {
    return (await promisify(execFile)(process.execPath, [openapiTypescript, file])).stdout;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** A request for each operation, or for each example of its body. */
function listBrunoFiles(): [string, string][] {
  const requests = Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const examples = Object.entries(operation.requestBody?.content["application/json"].examples ?? {});
      const { operationId } = operation;
      if (!examples.length) return [{ name: operationId, method, address, operation }];
      return examples.map(([name, { value }]) => ({
        name: `${operationId} ${name}`,
        method,
        address,
        operation,
        body: value,
      }));
    }),
  );
  const collection = { version: "1", name: document.info.title, type: "collection", ignore: ["node_modules", ".git"] };
  const baseUrl = { name: "baseUrl", value: `${siteUrl}/api`, enabled: true, secret: false };
  return [
    ["clients/bruno/bruno.json", `${JSON.stringify(collection, null, 2)}\n`],
    ["clients/bruno/environments/local.bru", envJsonToBruV2({ variables: [baseUrl] })],
    ...requests.map((request, at): [string, string] => [
      `clients/bruno/${request.name.replace(" ", "-")}.bru`,
      writeBrunoRequest(request, at + 1),
    ]),
  ];
}

type BrunoRequest = { name: string; method: string; address: string; operation: Operation; body?: unknown };

function writeBrunoRequest({ name, method, address, operation, body }: BrunoRequest, seq: number): string {
  const { parameters = [], description, responses } = operation;
  const params = parameters.map((parameter) => {
    const [value = ""] = Object.keys(parameter.examples ?? {});
    // A parameter without an example is for the caller to fill in.
    return { name: parameter.name, type: parameter.in, value, enabled: value !== "" };
  });
  const query = new URLSearchParams(
    params.filter(({ type, enabled }) => type === "query" && enabled).map(({ name, value }) => [name, value]),
  );
  const status = Object.keys(responses).find((key) => key.startsWith("2"));
  return jsonToBruV2({
    meta: { name, type: "http", seq },
    http: {
      method,
      url: `{{baseUrl}}${address.replaceAll(/\{(\w+)\}/g, ":$1")}${query.size ? `?${query}` : ""}`,
      body: body === undefined ? "none" : "json",
      auth: "none",
    },
    params,
    body: body === undefined ? {} : { json: JSON.stringify(body, null, 2) },
    assertions: [{ name: "res.status", value: `eq ${status}`, enabled: true }],
    docs: description,
  });
}

if (import.meta.main) {
  fs.rmSync(path.join(root, "clients", "bruno"), { recursive: true, force: true });
  for (const [file, text] of await listGeneratedFiles()) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
    console.log(file);
  }
}
