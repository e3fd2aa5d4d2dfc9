import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { asMarkdown, asName, asText, bounds, listMembers, printJson, type ReferenceSource } from "./bounds.ts";
import { dereference, flattenSchema, getKeyword } from "./document.ts";
import { toSchemaView } from "./schema.ts";

/** Maps each schema reference that is already shown to the status of the response that shows it. */
export type ShownSchemas = Map<string, string>;

export function toBodyView(source: ReferenceSource, value: unknown) {
  const body = dereference(source, value);
  if (!isJsonObject(body)) return null;
  return {
    description: asMarkdown(body.description),
    isRequired: body.required === true,
    contents: toContents(source, body.content, "", new Map()),
  };
}

export function toResponseView(source: ReferenceSource, status: string, value: unknown, shown: ShownSchemas) {
  const response = asObject(dereference(source, value));
  return {
    status: asName(status, 20),
    description: asMarkdown(response.description),
    contents: toContents(source, response.content, asName(status, 20), shown),
  };
}

export function findFirstExample(
  source: ReferenceSource,
  value: unknown,
): { mediaType: string; example: unknown } | undefined {
  const body = asObject(dereference(source, value));
  for (const [mediaType, content] of listMembers(body.content, bounds.contents)) {
    const [example] = listExamples(source, asObject(content));
    if (example) return { mediaType, example: example[1] };
  }
  return undefined;
}

export type ContentView = ReturnType<typeof toContents>[number];

function toContents(source: ReferenceSource, contents: unknown, status: string, shown: ShownSchemas) {
  return listMembers(contents, bounds.contents).map(([mediaType, value]) => {
    const content = asObject(value);
    const schema = content.schema ?? (content.itemSchema && { type: "array", items: content.itemSchema });
    const ref = asObject(content.schema).$ref;
    const sameAs = (typeof ref === "string" && shown.get(ref)) || "";
    if (typeof ref === "string" && status && !sameAs) shown.set(ref, status);
    return {
      mediaType: asName(mediaType),
      schema: isJsonObject(schema) && !sameAs ? toSchemaView(source, schema) : null,
      /** Status of an earlier response that shows the same schema, so that this one omits it. */
      sameAs,
      // Errors often share a schema, whose example may be that of another error.
      examples: toExamples(source, content, (status === "" || status.startsWith("2")) && !sameAs),
    };
  });
}

function toExamples(source: ReferenceSource, content: JsonObject, hasSchemaExample: boolean) {
  return listExamples(source, hasSchemaExample ? content : { ...content, schema: null })
    .slice(0, bounds.examples)
    .flatMap(([name, value]) => {
      if (source.budget.characters <= 0) return [];
      const printed = typeof value === "string" ? printText(value) : printJson(value, bounds.exampleCharacters);
      source.budget.characters -= printed.text.length;
      return [{ name: asName(name), ...printed }];
    });
}

function printText(value: string) {
  const text = asText(value, bounds.exampleCharacters);
  return { text, isCut: value.length > bounds.exampleCharacters };
}

export function listExamples(source: ReferenceSource, content: JsonObject): [string, unknown][] {
  if (Object.hasOwn(content, "example")) return [["", content.example]];
  const named = listMembers(content.examples, bounds.examples).flatMap(([name, value]): [string, unknown][] => {
    const example = asObject(dereference(source, value));
    const given = ["value", "dataValue"].find((key) => Object.hasOwn(example, key));
    return given ? [[asName(example.summary) || name, example[given]]] : [];
  });
  if (named.length || !isJsonObject(content.schema)) return named;
  return listSchemaExamples(source, content.schema).map((example) => ["", example]);
}

function listSchemaExamples(source: ReferenceSource, schema: unknown): unknown[] {
  const flat = flattenSchema(source, schema, []);
  const example = getKeyword(flat, "example");
  return example === undefined ? asList(getKeyword(flat, "examples")).slice(0, 1) : [example];
}
