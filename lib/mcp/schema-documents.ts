import type { Tool } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { asObject, isJsonObject, type JsonObject } from "../domain/json.ts";

export type Words = Record<string, string>;

type InputDocument = Tool["inputSchema"];
type OutputDocument = NonNullable<Tool["outputSchema"]>;

/** No allOf, anyOf or oneOf at the top level, because hosts drop such tools. `optional`: need not be sent. */
export function describeInput(input: z.ZodMiniObject, words: Words, optional: string[]): InputDocument {
  const { properties, required = [] } = toJsonSchema(input, "input");
  const demanded = required.filter((name) => !optional.includes(name));
  const described = Object.entries(asObject(properties)).map(([name, property]) => {
    if (!words[name]) throw new Error(`the property ${name} has no description`);
    return [name, describeProperty(asObject(property), words[name])];
  });
  return toPlain<InputDocument>({
    type: "object",
    properties: Object.fromEntries(described),
    ...(demanded.length ? { required: demanded } : {}),
    additionalProperties: false,
  });
}

/** Objects accept additional properties: otherwise clients with version 1 of the MCP SDK would throw on new ones. */
export function describeOutput(output: z.ZodMiniType): OutputDocument {
  return toPlain<OutputDocument>(withoutNotes(toJsonSchema(output, "output")));
}

function toJsonSchema(schema: z.ZodMiniType, io: "input" | "output"): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" });
}

function toPlain<Document>(document: JsonObject): Document {
  return JSON.parse(JSON.stringify(document));
}

/** Bounds are stated only if they reach these lengths, because callers never violate other bounds of a text. */
const statedMin = 10;
const statedMax = 255;

/**
 * States a text's bounds only in its description, and only if a person's words could break them: models handle length
 * keywords badly, and our refusal explains more than a host's. An object's properties have no texts, to stay in 3 kB.
 */
function describeProperty(schema: JsonObject, words: string): JsonObject {
  const { type, enum: options, properties, required, minLength, maxLength } = schema;
  const isStated = Number(minLength) >= statedMin || Number(maxLength) >= statedMax;
  return {
    type,
    enum: options,
    description: isStated ? `${words} (${minLength ?? 0}-${maxLength} characters)` : words,
    ...(isJsonObject(properties) ? { properties: withoutNotes(properties), required } : {}),
  };
}

const notes = ["$schema", "additionalProperties", "description", "example", "examples", "maxLength", "minLength"];

function withoutNotes(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([name, value]) => !notes.includes(name) || isJsonObject(value));
  return Object.fromEntries(kept.map(([name, value]) => [name, isJsonObject(value) ? withoutNotes(value) : value]));
}
