import type { Tool } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { asObject, isJsonObject, type JsonObject } from "../domain/json.ts";

/** By property; an object's own properties are described by a nested object. */
export type Words = { [property: string]: string | Words };

type InputDocument = Tool["inputSchema"];
type OutputDocument = NonNullable<Tool["outputSchema"]>;

/**
 * The JSON Schema of a tool's input, each property with our words and its bound. Has no allOf, anyOf or oneOf at the top:
 * hosts drop such tools. `optional` names properties that are not demanded of the caller.
 */
export function describeInput(input: z.ZodMiniObject, words: Words, optional: string[]): InputDocument {
  const { properties, required = [] } = toDocument(input, "input");
  const demanded = required.filter((name) => !optional.includes(name));
  return toPlain<InputDocument>({
    type: "object",
    properties: describeProperties(asObject(properties), words),
    ...(demanded.length ? { required: demanded } : {}),
  });
}

/** Open objects: clients of the first SDK would throw at a new property. */
export function describeOutput(output: z.ZodMiniType): OutputDocument {
  return toPlain<OutputDocument>(withoutNotes(toDocument(output, "output")));
}

function toDocument(schema: z.ZodMiniType, io: "input" | "output"): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" });
}

/** What the SDK types as JSON. */
function toPlain<Document>(document: JsonObject): Document {
  return JSON.parse(JSON.stringify(document));
}

function describeProperties(properties: JsonObject, words: Words): JsonObject {
  const named = Object.entries(properties).map(([name, property]) => {
    const own = words[name];
    const { description, example, examples, ...schema } = asObject(property);
    if (typeof own === "string") return [name, { ...schema, description: addBound(own, schema) }];
    if (!own) throw new Error(`the property ${name} has no words`);
    const { properties: inner, additionalProperties, ...rest } = schema;
    return [name, { ...rest, description: own.$, properties: describeProperties(asObject(inner), own) }];
  });
  return Object.fromEntries(named);
}

/** In words, too: models read them, and count badly in keywords. */
function addBound(words: string, { minLength, maxLength }: JsonObject): string {
  if (maxLength === undefined) return words;
  return `${words}: ${minLength === undefined ? "at most" : `${minLength} to`} ${maxLength} characters.`;
}

const notes = ["$schema", "additionalProperties", "description", "example", "examples"];

function withoutNotes(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([name, value]) => !notes.includes(name) || isJsonObject(value));
  return Object.fromEntries(kept.map(([name, value]) => [name, isJsonObject(value) ? withoutNotes(value) : value]));
}
