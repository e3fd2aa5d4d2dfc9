import path from "node:path";
import type { PersonCounts } from "../../lib/domain/people/person.ts";
import type { Manifest } from "./manifest.ts";

/** Formats the row counts, one line per table. */
export function formatCounts({ tables }: Pick<Manifest, "tables">): string {
  const width = Math.max(...tables.map(({ name }) => name.length));
  return tables.map(({ name, rows }) => `${name.padEnd(width)} ${rows}`).join("\n");
}

/** Resolves a path from the folder where npm was called, because scripts run in the repository. */
export function resolveFromCaller(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? "", file);
}

export function formatErased({ evaluations, inquiries, mentions }: PersonCounts): string {
  return `Erased again: ${evaluations} evaluations, ${inquiries} inquiries and ${mentions} mentions.`;
}
