import type { Tool } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { asObject, isJsonObject, type JsonObject } from "../domain/json.ts";

/** By property. */
export type Words = Record<string, string>;

type InputDocument = Tool["inputSchema"];
type OutputDocument = NonNullable<Tool["outputSchema"]>;

/**
 * The JSON Schema of a tool's input, each property with our words. Has no allOf, anyOf or oneOf at the top: hosts drop
 * such tools. `optional` names properties that are not demanded of the caller.
 */
export function describeInput(input: z.ZodMiniObject, words: Words, optional: string[]): InputDocument {
  const { properties, required = [] } = toDocument(input, "input");
  const demanded = required.filter((name) => !optional.includes(name));
  const described = Object.entries(asObject(properties)).map(([name, property]) => {
    if (!words[name]) throw new Error(`the property ${name} has no words`);
    return [name, describeProperty(asObject(property), words[name])];
  });
  return toPlain<InputDocument>({
    type: "object",
    properties: Object.fromEntries(described),
    ...(demanded.length ? { required: demanded } : {}),
    additionalProperties: false,
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

/** Shorter minimums are never missed, nor are shorter maximums. */
const statedMin = 10;
const statedMax = 255;

/**
 * The bounds of a text stand in words, and only where a person's own words could break them: a tool has 3 kB, models
 * count badly in keywords, and a host that checks them says less than our refusal. For the same reason the properties
 * of an object are named with their options and no words.
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
