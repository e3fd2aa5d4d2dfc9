import { describe, expect, test } from "vitest";
import { bounds } from "./bounds.ts";
import { makeSource, parseLikeDatabase, printSchemaLines } from "./reference.fixture.ts";
import { toSchemaView } from "./schema.ts";

const describeSchema = (schema: unknown, schemas: object = {}) =>
  toSchemaView(makeSource({ components: { schemas } }), schema);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each([
  [{ type: "string" }, "string"],
  [{ type: "string", format: "date-time" }, "string (date-time)"],
  [{ type: ["string", "null"], format: "uri" }, "string (uri) | null"],
  [{ type: "integer", format: "int64", nullable: true }, "integer (int64) | null"],
  [{ type: "array", items: { type: "string" } }, "string[]"],
  [{ type: "array", items: { type: ["string", "null"] } }, "(string | null)[]"],
  [{ type: "array", items: { type: "array", items: ref("Money") } }, "object[][]"],
  [{ type: "object", additionalProperties: { type: "number" } }, "{ [name]: number }"],
  [{ properties: { a: {} } }, "object"],
  [{ items: { type: "boolean" } }, "boolean[]"],
  [{ enum: ["a", "b"] }, "string"],
  [{ const: 1 }, "number"],
  [{ anyOf: [{ type: "string" }, { type: "number" }] }, "string | number"],
  [{ oneOf: [ref("Money"), { type: "null" }] }, "object | null"],
  [{ allOf: [ref("Money"), { description: "x" }] }, "object"],
  [ref("Money"), "object"],
  [ref("Nowhere"), "any"],
  [{}, "any"],
  [true, "any"],
  [null, "any"],
  [{ type: 7, format: {}, required: "x" }, "any"],
  [{ type: "array", items: [] }, "array"],
])("prints the type of %j as %s", (schema, type) => {
  expect(describeSchema(schema, { Money: { type: "object", properties: { amount: {} } } }).type).toBe(type);
});

describe("the view of a schema", () => {
  test("shows nested properties in their order and marks required ones", () => {
    const schema = {
      type: "object",
      required: ["name", "prices", "kind"],
      properties: {
        name: { type: "string", minLength: 2, maxLength: 120, pattern: "^[a-z]+$" },
        prices: { type: "array", minItems: 1, items: ref("Money") },
        kind: { enum: ["a", 1, null] },
        extra: { type: "object", additionalProperties: ref("Money") },
      },
    };
    const Money = {
      required: ["amount"],
      properties: { amount: { type: "number", exclusiveMinimum: 0 }, currency: { type: "string", default: "MXN" } },
    };
    expect(printSchemaLines(describeSchema(schema, { Money }))).toEqual([
      "name* string [minLength=2 maxLength=120 pattern=^[a-z]+$]",
      "prices* object[] [minItems=1]",
      "  amount* number [exclusiveMinimum=0]",
      "  currency string [default=MXN]",
      "kind* string | number | null {a,1,null}",
      "extra { [name]: object }",
      "  amount* number [exclusiveMinimum=0]",
      "  currency string [default=MXN]",
    ]);
  });

  test("merges the parts of allOf and shows alternatives separately", () => {
    const schema = {
      allOf: [
        { required: ["id"], properties: { id: { type: "integer" } } },
        { properties: { id: { type: "string" }, at: { type: "string" } } },
      ],
      properties: {
        owner: { oneOf: [ref("Person"), ref("Company")] },
        parent: { anyOf: [ref("Person"), { type: "null" }] },
      },
    };
    const schemas = {
      Person: { properties: { born: { type: "string", format: "date" } } },
      Company: { title: "A company", properties: { taxId: { type: "string" } } },
    };
    expect(printSchemaLines(describeSchema(schema, schemas))).toEqual([
      "owner object",
      "  or Person object",
      "    born string (date)",
      "  or A company object",
      "    taxId string",
      "parent object | null",
      "  born string (date)",
      "id* integer",
      "at string",
    ]);
  });

  test("merges a property that several parts of allOf define, even by the same reference", () => {
    const list = (items: object, rest = {}) => ({ properties: { data: { type: "array", items }, ...rest } });
    const schemas = {
      Page: list({ type: "object" }, { links: ref("Links") }),
      Links: { properties: { self: { type: "string" } } },
      Money: { properties: { amount: { type: "number" } } },
    };
    const next = { allOf: [ref("Links"), { properties: { next: { type: "string" } } }] };
    const schema = { allOf: [ref("Page"), list(ref("Money")), { properties: { links: next } }] };
    expect(printSchemaLines(describeSchema(schema, schemas))).toEqual([
      "data object[]",
      "  amount number",
      "links object",
      "  self string",
      "  next string",
    ]);
  });

  test("reads the exclusive bounds of OpenAPI 3.0, which are boolean flags", () => {
    const { facts } = describeSchema({
      type: "number",
      minimum: 0,
      exclusiveMinimum: true,
      maximum: 9,
      exclusiveMaximum: false,
    });
    expect(facts).toEqual([
      { kind: "exclusiveMinimum", value: "0" },
      { kind: "maximum", value: "9" },
    ]);
  });

  test("shows flags and default values, but no bound of the wrong type", () => {
    const schema = {
      default: { a: [1] },
      readOnly: true,
      deprecated: true,
      uniqueItems: false,
      minLength: "2",
      pattern: 1,
    };
    expect(describeSchema(schema).facts).toEqual([
      { kind: "default", value: '{ "a": [ 1 ] }' },
      { kind: "readOnly", value: "" },
      { kind: "deprecated", value: "" },
    ]);
  });
});

describe("the limits on a schema", () => {
  test("stops at a schema that contains itself, directly or indirectly", () => {
    const schemas = {
      Node: {
        type: "object",
        properties: { value: {}, next: ref("Node"), all: { type: "array", items: ref("Node") } },
      },
      A: { properties: { b: ref("B") } },
      B: { properties: { a: { allOf: [ref("A")] } } },
      Self: ref("Self"),
      Ping: { allOf: [ref("Pong")] },
      Pong: { allOf: [ref("Ping")] },
    };
    expect(printSchemaLines(describeSchema(ref("Node"), schemas))).toEqual([
      "value any",
      "next Node recursive",
      "all Node[] recursive",
    ]);
    expect(printSchemaLines(describeSchema(ref("A"), schemas))).toEqual(["b object", "  a A recursive"]);
    for (const name of ["Self", "Ping", "Pong"]) expect(describeSchema(ref(name), schemas).stop).toBe("recursive");
  });

  test("stops at properties that are nested too deeply", () => {
    const deep = (level: number): object => (level ? { properties: { deeper: deep(level - 1) } } : {});
    const lines = printSchemaLines(describeSchema(deep(5_000)));
    expect(lines).toHaveLength(bounds.depth);
    expect(lines.at(-1)).toMatch(/deep$/);
  });

  test("cuts long lists of properties and values, and counts the remaining ones", () => {
    const wide = { properties: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`p${at}`, {}])) };
    const view = describeSchema(wide);
    expect(view.properties).toHaveLength(bounds.properties);
    expect(view.moreProperties).toBe(500 - bounds.properties);
    const long = describeSchema({ enum: Array.from({ length: 100 }, (_, at) => at) });
    expect([long.values.length, long.moreValues]).toEqual([bounds.values, 100 - bounds.values]);
  });

  test("limits the work for allOf within allOf and oneOf within oneOf", () => {
    const doubled = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`S${at}`, { allOf: [ref(`S${at + 1}`), ref(`S${at + 1}`)] }]),
    );
    const branched = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `T${at}`,
        { oneOf: Array.from({ length: 6 }, () => ({ properties: { x: ref(`T${at + 1}`), y: ref(`T${at + 1}`) } })) },
      ]),
    );
    const source = makeSource({ components: { schemas: { ...doubled, ...branched } } });
    toSchemaView(source, ref("S0"));
    expect(printSchemaLines(toSchemaView(source, ref("T0"))).length).toBeLessThanOrEqual(bounds.rows);
    expect(source.budget.steps).toBeGreaterThan(-1);
  });
});

test("shows properties named like prototype properties, but no inherited ones", () => {
  const schema = parseLikeDatabase(
    '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"number"}},"required":["__proto__"]}',
  );
  expect(printSchemaLines(describeSchema(schema))).toEqual(["__proto__* string", "constructor number"]);
  for (const pointer of ["#/constructor", "#/__proto__", "#/components/toString", "#", "#/", "http://x", "x.json#/a"]) {
    expect(describeSchema({ $ref: pointer }).type).toBe("any");
  }
});
