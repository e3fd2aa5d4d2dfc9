import { describe, expect, test } from "vitest";
import { asList, asObject, isJsonObject, type JsonObject } from "../domain/json.ts";
import { questions } from "../domain/submissions/core/questions.ts";
import { listTools, writeInstructions } from "./server.ts";

/** The tools for clients that send their name with each call, and those for other clients. */
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

/** Fields of the HTTP operations that the tools lack. */
const absent = ["channel", "sourcePage", "utm", "landingPage", "referrer", "website", "answers"];
const names = named.map(({ name }) => name);

describe.each([...named, ...unnamed].map((document) => ({ document, name: document.name })))(
  "the tool $name",
  ({ document }) => {
    const { name, title, description = "", annotations, inputSchema, outputSchema } = document;
    const properties = listProperties(inputSchema);
    const texts = [description, ...properties.map(({ schema }) => String(schema.description))];

    test("names the tool by verb and object, without praise", () => {
      expect(name).toMatch(/^(submit|search|get|list|book|prepare)_[a-z]+(_[a-z]+)*$/);
      expect(name.length).toBeLessThanOrEqual(64);
      expect(title?.length).toBeLessThanOrEqual(40);
      expect(texts.join(" ")).not.toMatch(/\b(best|official|prefer\w*|instead of|recommended tool)\b/i);
    });

    test("describes the tool from its purpose to its limits in 80 to 600 characters", () => {
      expect(description.length).toBeGreaterThanOrEqual(80);
      expect(description.length).toBeLessThanOrEqual(600);
      expect(description.split(". ")[0]?.length).toBeLessThanOrEqual(120);
      expect(description).toContain("Use it ");
      expect(description).toContain("Do not use it ");
      expect(description).toMatch(/\b(Returns|returns|The answer has)\b/);
      expect(description).toMatch(/\bStores (nothing|the)\b/);
      expect(description).toContain("may be repeated");
    });

    test("describes every property in 20 to 200 characters, with the bounds of free text", () => {
      for (const { path, schema } of properties.filter((property) => !property.path.includes("."))) {
        const words = String(schema.description);
        expect([path, words.length >= 20 && words.length <= 200], words).toEqual([path, true]);
        if (path === "projectDescription") expect(words).toContain("(20-4000 characters)");
        if (path === "message") expect(words).toContain("(10-4000 characters)");
      }
    });

    test("accepts no unknown argument, and describes the tool's result", () => {
      expect(inputSchema.additionalProperties).toBe(false);
      expect(Object.keys(asObject(outputSchema?.properties)).length).toBeGreaterThan(0);
      expect(asList(outputSchema?.required).length).toBeGreaterThan(0);
    });

    test("keeps the tool's JSON within 3.2 kB", () => {
      expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(3_200);
    });

    test("uses no filler words in a tool's texts", () => {
      for (const text of texts) {
        expect(text).not.toMatch(/\betc\b|\b(appropriate|valid|properly|unique|as needed)\b|\bevery request\b/i);
        expect(text).not.toMatch(/^(it|this|they|these|that|he|she|we|you)\b/i);
      }
    });

    test("mentions no field that the tool lacks", () => {
      expect(Object.keys(asObject(inputSchema.properties)).filter((property) => absent.includes(property))).toEqual([]);
      for (const text of texts)
        expect(text).not.toMatch(/\b(channel|sourcePage|utm|landingPage|referrer|website|answersByKey)\b/);
    });

    test("publishes a schema that every host accepts, without composition, reference or null", () => {
      expect(inputSchema.type).toBe("object");
      for (const keyword of ["oneOf", "anyOf", "allOf", "not", "if"])
        expect(Object.keys(inputSchema)).not.toContain(keyword);
      const keys = listKeys([inputSchema, outputSchema]);
      expect(keys.filter((key) => ["$ref", "$schema", "oneOf", "anyOf", "allOf"].includes(key))).toEqual([]);
      expect(JSON.stringify(inputSchema)).not.toContain("null");
    });

    test("declares all four hints of a tool", () => {
      const isWriting = /^(submit|book)_/.test(name);
      expect(annotations).toEqual({
        readOnlyHint: !isWriting,
        // "Additive" in the specification's terms: it changes no existing data.
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: isWriting,
      });
    });
  },
);

test("keeps the JSON of all tools within 16.5 kB in total", () => {
  expect(names).toEqual([
    "get_evaluation_questions",
    "search_catalog",
    "get_api",
    "submit_evaluation",
    "submit_inquiry",
    "list_times",
    "book_time",
    "get_submission",
    "prepare_form",
  ]);
  for (const [list, tools] of Object.entries({ named, unnamed })) {
    const bytes = Buffer.byteLength(JSON.stringify({ tools }));
    expect(bytes, `the ${list} tools have ${bytes} bytes`).toBeLessThanOrEqual(16_500);
  }
});

test("requires all nine answers for a submission, and none for a prepared form", () => {
  const listRequired = (name: string) => {
    const { inputSchema } = unnamed.find((tool) => tool.name === name) ?? {};
    return asList(asObject(asObject(inputSchema?.properties).answersByKey).required);
  };
  expect(listRequired("submit_evaluation")).toEqual(questions.map(({ key }) => key));
  expect(listRequired("prepare_form")).toEqual([]);
});

test("requires agentName if the call does not carry the client's name", () => {
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

test("states the consent rules and only existing tools in its instructions", () => {
  const written = writeInstructions({ url: "https://www.encaje.example", isDemonstration: false });
  expect(written.length).toBeLessThanOrEqual(600);
  expect(written).toContain("userConsent");
  expect(written).toContain("https://www.encaje.example/en/privacy");
  for (const name of written.match(/\b[a-z]+_[a-z_]+\b/g) ?? []) expect(names).toContain(name);
  expect(writeInstructions({ url: "https://x.test", isDemonstration: true })).toContain("This is a demonstration");
});
