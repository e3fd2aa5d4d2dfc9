// For `npm run generate`: writes .env.example and the tables of variables in docs/run.md from the environment's schema.
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { variableGroups } from "../lib/server/env-schema.ts";

const root = path.join(import.meta.dirname, "..");

type Variable = { name: string; default?: unknown; description?: string };

function listVariables(group: string): Variable[] {
  const [, variables] = Object.entries(variableGroups).find(([name]) => name === group) ?? [];
  if (!variables) throw new Error(`docs/run.md has a table of variables for ${group}, which is not a group`);
  const { properties = {} } = z.toJSONSchema(z.object(variables), { unrepresentable: "any" });
  return Object.entries(properties).map(([name, property]) => ({ name, ...Object(property) }));
}

export function formatEnvExample(): string {
  const parts = Object.keys(variableGroups).map((group) => {
    const entries = listVariables(group).map(
      ({ name, default: value, description }) => `# ${description}\n# ${name}=${value ?? ""}\n`,
    );
    return `## ${group}\n\n${entries.join("\n")}`;
  });
  return `# Every variable the service reads, with its default. Copy to .env and uncomment what you change.\n\n${parts.join("\n")}`;
}

const tables = /(<!-- variables: ([\w ]+), written by tools\/env-docs\.ts -->\n)[\s\S]*?(<!-- end of variables -->)/g;

/** Lists the groups whose tables are in the text `guide`. */
export const listGroups = (guide: string) => [...guide.matchAll(tables)].map(([, , group = ""]) => group);

export function fillTables(guide: string): string {
  return guide.replace(tables, (_, start: string, group: string, end: string) => `${start}${toTable(group)}\n${end}`);
}

function toTable(group: string): string {
  const rows = listVariables(group).map(
    ({ name, default: value, description }) =>
      `| \`${name}\` | ${value === undefined ? "" : `\`${value}\``} | ${description} |`,
  );
  return ["| Variable | Default | What it is |", "| --- | --- | --- |", ...rows].join("\n");
}

export const files = {
  example: path.join(root, ".env.example"),
  guide: path.join(root, "docs", "run.md"),
};

export function writeEnvDocs(): void {
  fs.writeFileSync(files.example, formatEnvExample());
  fs.writeFileSync(files.guide, fillTables(fs.readFileSync(files.guide, "utf8")));
}
