import { bounds, type ReferenceSource } from "./bounds.ts";
import type { OperationView } from "./operation.ts";
import type { ApiReference } from "./reference.ts";
import { toApiReference } from "./reference.ts";
import type { SchemaView } from "./schema.ts";

export function makeDocument(operation: object, rest: object = {}): Record<string, unknown> {
  return { openapi: "3.1.0", paths: { "/things": { post: operation } }, ...rest };
}

/** Parses JSON like the database driver does: every property becomes an own property, even `__proto__`. */
export function parseLikeDatabase(text: string): Record<string, unknown> {
  return JSON.parse(text);
}

export function listOperations(reference: ApiReference | null): OperationView[] {
  return reference?.groups.flatMap((group) => group.operations) ?? [];
}

export function getOnlyOperation(document: Record<string, unknown>): OperationView {
  const [operation, ...others] = listOperations(toApiReference(document, []));
  if (!operation || others.length) throw new Error("not one operation");
  return operation;
}

export function makeSource(document: Record<string, unknown>): ReferenceSource {
  return { document, budget: { rows: bounds.rows, characters: bounds.characters, steps: bounds.steps } };
}

/** Prints a schema view as lines `name* type [facts] {values} …`, indented by depth. */
export function printSchemaLines(schema: SchemaView, indent = ""): string[] {
  const rows = [...schema.properties, ...schema.variants.map((each) => ({ ...each, name: `or ${each.name}` }))];
  return rows.flatMap((row) => {
    const facts = row.facts.map(({ kind, value }) => `${kind}=${value}`).join(" ");
    const parts = [
      `${row.name}${row.isRequired ? "*" : ""}`,
      row.type,
      facts && `[${facts}]`,
      row.values.length ? `{${row.values.join(",")}}` : "",
      row.stop ?? "",
    ];
    return [indent + parts.filter(Boolean).join(" "), ...printSchemaLines(row, `${indent}  `)];
  });
}
