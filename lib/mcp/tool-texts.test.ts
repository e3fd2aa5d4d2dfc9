import { describe, expect, test } from "vitest";
import { asList, asObject, isJsonObject, type JsonObject } from "../domain/json.ts";
import { questions } from "../domain/submissions/core/questions.ts";
import { listTools, writeInstructions } from "./server.ts";

/** For clients that name themselves with each call, and for the others. */
const [named, unnamed] = [listTools(true), listTools(false)];

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
const names = named.map(({ name }) => name);

describe.each([...named, ...unnamed].map((document) => ({ document, name: document.name })))(
  "the tool $name",
  ({ document }) => {
    const { name, title, description = "", annotations, inputSchema, outputSchema } = document;
    const properties = listProperties(inputSchema);
    const texts = [description, ...properties.map(({ schema }) => String(schema.description))];

    test("is named by a verb and what it is done to, without praise", () => {
      expect(name).toMatch(/^(submit|search|get|prepare)_[a-z]+(_[a-z]+)*$/);
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

    test("describes every property in 20 to 200 characters, and the bounds that one's own words could break", () => {
      for (const { path, schema } of properties.filter((property) => !property.path.includes("."))) {
        const words = String(schema.description);
        expect([path, words.length >= 20 && words.length <= 200], words).toEqual([path, true]);
        if (path === "projectDescription") expect(words).toContain("(20-4000 characters)");
        if (path === "message") expect(words).toContain("(10-4000 characters)");
      }
    });

    test("takes no other argument, and says what comes back", () => {
      expect(inputSchema.additionalProperties).toBe(false);
      expect(Object.keys(asObject(outputSchema?.properties)).length).toBeGreaterThan(0);
      expect(asList(outputSchema?.required).length).toBeGreaterThan(0);
    });

    test("takes at most 3 kB", () => {
      expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(3_000);
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
        // Additive, in the words of the specification: nothing that was there is changed.
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: isSubmission,
      });
    });
  },
);

test("all tools take at most 16 kB", () => {
  expect(names).toEqual([
    "get_evaluation_questions",
    "search_catalog",
    "get_api",
    "submit_evaluation",
    "submit_inquiry",
    "prepare_form",
  ]);
  for (const tools of [named, unnamed]) {
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(16_000);
  }
});

test("all nine answers are required of a submission, and none of a form", () => {
  const listRequired = (name: string) => {
    const { inputSchema } = unnamed.find((tool) => tool.name === name) ?? {};
    return asList(asObject(asObject(inputSchema?.properties).answersByKey).required);
  };
  expect(listRequired("submit_evaluation")).toEqual(questions.map(({ key }) => key));
  expect(listRequired("prepare_form")).toEqual([]);
});

test("agentName is required where the client's name is not carried with the call", () => {
  for (const [tools, isRequired] of [
    [named, false],
    [unnamed, true],
  ] as const) {
    const submits = tools.filter(({ name }) => name.startsWith("submit_"));
    expect(submits.map(({ inputSchema }) => inputSchema.required?.includes("agentName"))).toEqual([
      isRequired,
      isRequired,
    ]);
  }
});

test("the instructions tell the rules of consent, name tools that exist, and lead to the notice", () => {
  const written = writeInstructions({ url: "https://www.encaje.example", isDemonstration: false });
  expect(written.length).toBeLessThanOrEqual(600);
  expect(written).toContain("userConsent");
  expect(written).toContain("https://www.encaje.example/en/privacy");
  for (const name of written.match(/\b[a-z]+_[a-z_]+\b/g) ?? []) expect(names).toContain(name);
  expect(writeInstructions({ url: "https://x.test", isDemonstration: true })).toContain("This is a demonstration");
});
