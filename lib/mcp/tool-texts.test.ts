import { describe, expect, test } from "vitest";
import { questionTexts } from "../../scripts/site-parts.ts";
import { asObject, isJsonObject, type JsonObject } from "../domain/json.ts";
import { createMcp, instructions } from "./server.ts";

const { tools: toolDocuments } = createMcp(questionTexts);

type Property = { path: string; schema: JsonObject };

function listProperties(schema: JsonObject, path = ""): Property[] {
  return Object.entries(asObject(schema.properties)).flatMap(([name, value]) => {
    const property = { path: path + name, schema: asObject(value) };
    return [property, ...listProperties(property.schema, `${property.path}.`)];
  });
}

function listKeys(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listKeys);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...listKeys(inner)]);
}

/** Of our operations, but not of these tools. */
const absent = ["channel", "sourcePage", "utm", "landingPage", "referrer", "website", "answers"];
const names = toolDocuments.map(({ name }) => name);

describe.each(toolDocuments)(
  "the tool $name",
  ({ name, title, description = "", annotations, inputSchema, outputSchema }) => {
    const properties = listProperties(inputSchema);
    const texts = [description, ...properties.map(({ schema }) => String(schema.description))];

    test("is named by a verb and what it is done to, without praise", () => {
      expect(name).toMatch(/^(check|submit|search|get)_[a-z]+(_[a-z]+)*$/);
      expect(name.length).toBeLessThanOrEqual(64);
      expect(title?.length).toBeLessThanOrEqual(40);
      expect(texts.join(" ")).not.toMatch(/\b(best|official|prefer\w*|instead of|recommended tool)\b/i);
    });

    test("says in 80 to 600 characters what, when, when not, what comes back, what it does and whether to repeat it", () => {
      expect(description.length).toBeGreaterThanOrEqual(80);
      expect(description.length).toBeLessThanOrEqual(600);
      expect(description.split(". ")[0]?.length).toBeLessThanOrEqual(120);
      expect(description).toContain("Use it ");
      expect(description).toContain("Do not use it ");
      expect(description).toMatch(/\b(Returns|returns|The answer has)\b/);
      expect(description).toMatch(/\bStores (nothing|the)\b/);
      expect(description).toContain("may be repeated");
    });

    test("describes every property in 20 to 200 characters, with its bound", () => {
      for (const { path, schema } of properties) {
        const words = String(schema.description);
        expect([path, words.length >= 20 && words.length <= 200], words).toEqual([path, true]);
        for (const bound of [schema.minLength, schema.maxLength]) if (bound) expect(words).toContain(String(bound));
        for (const option of Array.isArray(schema.enum) ? schema.enum : [])
          expect(words).toMatch(new RegExp(`\\b${option}\\b`));
      }
    });

    test("uses no empty word, and no pronoun where nothing was named", () => {
      for (const text of texts) {
        expect(text).not.toMatch(/\betc\b|\b(appropriate|valid|properly|unique|as needed)\b|\bevery request\b/i);
        expect(text).not.toMatch(/^(it|this|they|these|that|he|she|we|you)\b/i);
      }
    });

    test("names no field that it lacks, and asks for nothing just in case", () => {
      expect(Object.keys(asObject(inputSchema.properties)).filter((property) => absent.includes(property))).toEqual([]);
      for (const text of texts)
        expect(text).not.toMatch(/\b(channel|sourcePage|utm|landingPage|referrer|website|answersByKey)\b/);
    });

    test("has a schema that every host takes: no composition at the top, no reference, no null", () => {
      expect(inputSchema.type).toBe("object");
      for (const keyword of ["oneOf", "anyOf", "allOf", "not", "if"])
        expect(Object.keys(inputSchema)).not.toContain(keyword);
      const keys = listKeys([inputSchema, outputSchema]);
      expect(keys.filter((key) => ["$ref", "$schema", "oneOf", "anyOf", "allOf"].includes(key))).toEqual([]);
      expect(JSON.stringify(inputSchema)).not.toContain("null");
    });

    test("says of itself all four hints", () => {
      const isSubmission = name.startsWith("submit_");
      expect(annotations).toEqual({
        readOnlyHint: !isSubmission,
        destructiveHint: isSubmission,
        idempotentHint: true,
        openWorldHint: isSubmission,
      });
    });
  },
);

test("all tools take at most 10 kB, and the same bytes each time", () => {
  expect(names).toEqual(["check_fit_requirements", "search_catalog", "get_api", "submit_evaluation", "submit_inquiry"]);
  expect(Buffer.byteLength(JSON.stringify({ tools: toolDocuments }))).toBeLessThanOrEqual(10_000);
});

test("the instructions tell the rules of consent in 600 characters, and name tools that exist", () => {
  expect(instructions.length).toBeLessThanOrEqual(600);
  expect(instructions).toContain("userConsent");
  for (const name of instructions.match(/\b[a-z]+_[a-z_]+\b/g) ?? []) expect(names).toContain(name);
});
