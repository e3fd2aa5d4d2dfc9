import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateValidBodies } from "../../e2e/support/bodies.ts";
import { contactTable, evaluationTable, type FieldTable, type JsonSchema } from "../../e2e/support/spec-table.ts";
import { asObject } from "../domain/json.ts";
import { ContactInput, EvaluationInput } from "../domain/submissions/core/schema.ts";
import { validContact, validEvaluation } from "../domain/submissions/core/valid-input.fixture.ts";
import { buildOpenApi } from "./openapi.ts";

const document = buildOpenApi({ siteUrl: "https://encaje.test", siteName: "Encaje", contactEmail: "a@b.test" });
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(JSON.parse(JSON.stringify(document)), "document");

type InputSchema = { properties: Record<string, JsonSchema>; example?: unknown };
type Paths = Record<string, Record<string, { responses: object }>>;
const { components, paths }: { components: { schemas: Record<string, InputSchema> }; paths: Paths } = JSON.parse(
  JSON.stringify(document),
);
const getSchema = (component: string) => {
  const { properties = {}, ...keywords } = components.schemas[component] ?? {};
  return { properties, keywords };
};

type Body = Record<string, unknown>;

/** Generates a mix of two valid bodies, in which fields may be missing or have a value of any type. */
function arbitraryBody(table: FieldTable): fc.Arbitrary<Body> {
  const names = Object.keys(table);
  const mixed = fc.tuple(generateValidBodies(table), generateValidBodies(table), fc.subarray(names));
  const leftOut = fc.oneof(
    { weight: 2, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.subarray(names) },
  );
  const strange = fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { maxKeys: 1 });
  return fc.tuple(mixed, leftOut, strange).map(([[body, other, taken], without, values]) => {
    const all = { ...body, ...pick(other, taken), ...values };
    return pick(
      all,
      names.filter((name) => !without.includes(name)),
    );
  });
}

const pick = (body: Body, names: string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

/** Bodies with blank text are left out of the comparison, because JSON Schema cannot express the rules for it. */
const isBlank = (value: unknown) => typeof value === "string" && value !== "" && value.trim() === "";

describe.each([
  { component: "EvaluationInput", table: evaluationTable, schema: EvaluationInput, valid: validEvaluation },
  { component: "ContactInput", table: contactTable, schema: ContactInput, valid: validContact },
])("the published schema $component", ({ component, table, schema, valid }) => {
  const fits = ajv.compile({ $ref: `document#/components/schemas/${component}` });

  test("accepts exactly the request bodies that the service accepts", () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(arbitraryBody(table), (body) => {
        fc.pre(!Object.values(body).some(isBlank));
        const isAccepted = schema.safeParse(body).success;
        seen[isAccepted ? "accepted" : "refused"] += 1;
        expect(fits(body)).toBe(isAccepted);
      }),
      { numRuns: 300 },
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(30);
  });

  test("has no composition or defaults at its top level, which client generators misread", () => {
    const { properties, keywords } = getSchema(component);
    expect(Object.keys(keywords).filter((name) => ["oneOf", "anyOf", "allOf"].includes(name))).toEqual([]);
    expect(Object.values(properties).filter((property) => "default" in property)).toEqual([]);
    expect(properties.channel?.description).toContain("Omitted, it is web");
  });

  test("has valid examples for the whole body and for each property", () => {
    const { example, ...given } = components.schemas[component] ?? { properties: {} };
    expect(schema.safeParse(example).error?.issues).toBeUndefined();
    const { answers, ...properties } = given.properties;
    const sampled = Object.entries(properties).map(([name, { example, $ref }]) => {
      const referred = components.schemas[String($ref).split("/").at(-1) ?? ""];
      return [name, example ?? referred?.example];
    });
    const body = Object.fromEntries(sampled);
    expect(schema.safeParse(body).error?.issues).toBeUndefined();
    expect(body).toMatchObject({ website: "", channel: "web", userConsent: false });
    expect(sampled.filter(([, example]) => example === undefined)).toEqual([]);
    expect(Object.keys(answers ?? {})).not.toContain("example");
  });

  test("has a description for every property", () => {
    const { properties } = getSchema(component);
    const resolved = Object.entries(properties).map(([name, { $ref, ...property }]) => ({
      name,
      description:
        property.description ?? asObject(components.schemas[String($ref).split("/").at(-1) ?? ""]).description,
    }));
    expect(resolved.filter(({ description }) => typeof description !== "string")).toEqual([]);
  });

  test("has no default for userConsent, and lists the fields that an agent must send", () => {
    const { properties } = getSchema(component);
    expect(properties.userConsent).toMatchObject({ type: "boolean", example: false });
    for (const field of ["agentName", "userConsent"]) {
      expect(properties[field]?.description).toContain("when channel is ai_agent");
    }
  });

  test("reads an omitted channel as web, but adds no omitted userConsent", () => {
    const parsed = schema.parse(valid());
    expect(parsed).toHaveProperty("channel", "web");
    expect(parsed).not.toHaveProperty("userConsent");
  });
});

test("the document has no status ranges or boolean schemas, on which client generators fail", () => {
  const statuses = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
  );
  expect(statuses.filter((status) => !/^\d{3}$/.test(status))).toEqual([]);
  const places = ["properties", "items", "if", "then", "else", "not", "anyOf", "oneOf", "allOf"];
  const listBooleans = (value: unknown, path: string[]): string[] => {
    if (typeof value === "boolean") return places.includes(path.at(-2) ?? "") ? [path.join(".")] : [];
    return Object.entries(asObject(value)).flatMap(([name, inner]) => listBooleans(inner, [...path, name]));
  };
  expect(listBooleans(components.schemas, [])).toEqual([]);
});
