// Writes .env.example and the table of variables in docs/run.md from the schema: `node scripts/run.mjs ../tools/env-docs.ts`.
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { EnvSchema } from "../lib/server/env-schema.ts";

const root = path.join(import.meta.dirname, "..");
const tableStart = "<!-- variables: written by tools/env-docs.ts -->";
const tableEnd = "<!-- end of variables -->";

type Variable = { name: string; default?: unknown; description?: string };

export function variables(): Variable[] {
  const { properties = {} } = z.toJSONSchema(EnvSchema, { unrepresentable: "any" });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    ...(typeof property === "object" ? property : {}),
  }));
}

export function envExample(): string {
  const entries = variables().map(
    ({ name, default: value, description }) =>
      `# ${description}\n${value === undefined ? "# " : ""}${name}=${value ?? ""}\n`,
  );
  return `# Every variable the service reads, with its default. Copy to .env and change what you need.\n\n${entries.join("\n")}`;
}

export function withTable(text: string): string {
  const rows = variables().map(
    ({ name, default: value, description }) =>
      `| \`${name}\` | ${value === undefined ? "" : `\`${value}\``} | ${description} |`,
  );
  const table = ["| Variable | Default | What it is |", "| --- | --- | --- |", ...rows].join("\n");
  const [before = "", rest = ""] = text.split(tableStart);
  const after = rest.split(tableEnd)[1] ?? "";
  return `${before}${tableStart}\n${table}\n${tableEnd}${after}`;
}

export const files = {
  example: path.join(root, ".env.example"),
  guide: path.join(root, "docs", "run.md"),
};

if (import.meta.main) {
  fs.writeFileSync(files.example, envExample());
  fs.writeFileSync(files.guide, withTable(fs.readFileSync(files.guide, "utf8")));
}
