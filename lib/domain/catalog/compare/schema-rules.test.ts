import { describe, expect, test } from "vitest";
import { compare, makeBody, makeResponse } from "./compare.fixture.ts";

const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const text = { type: "string" };
const conditional = (condition: unknown, name: string, schema: unknown) =>
  Object.fromEntries([
    ["if", condition],
    [name, schema],
  ]);
const whole = { type: "integer" };
const cat = object({ kind: { const: "cat" }, claws: whole }, { required: ["kind"], title: "Cat" });
const dog = object({ kind: { const: "dog" }, tail: whole }, { required: ["kind"], title: "Dog" });
const mapped = (mapping: object) => ({ oneOf: [cat, dog], discriminator: { propertyName: "kind", mapping } });

const inCountry = (country: string, ...required: string[]) =>
  conditional({ properties: { country: { const: country } } }, "then", { required });
const [us, canada] = [inCountry("US", "zip"), inCountry("CA", "postal")];
const paidBy = (name: string) => object({ [name]: text }, { required: [name] });
const [hasA, hasB] = ["a", "b"].map((name) => ({ anyOf: [paidBy(name), { required: [`${name}${name}`] }] }));
const many = Array.from({ length: 250 }, (_, at) => paidBy(`p${at}`));

/** The rules that apply, a schema that allows fewer values, and one that allows more. */
const narrowed: [rule: string, narrow: unknown, wide: unknown][] = [
  ["type-changed", text, { type: ["string", "integer"] }],
  ["type-changed", whole, { type: "number" }],
  ["type-changed", text, {}],
  ["nullable-added nullable-removed", text, { type: ["string", "null"] }],
  ["nullable-added nullable-removed", { oneOf: [cat, dog] }, { oneOf: [cat, dog, { type: "null" }] }],
  ["format-changed", { ...text, format: "email" }, text],
  ["format-changed", { ...whole, format: "int32" }, { ...whole, format: "int64" }],
  ["enum-added enum-removed", { ...text, enum: ["a"] }, text],
  ["enum-added enum-removed", { ...text, const: "a" }, text],
  ["limit-tightened limit-relaxed", { ...text, minLength: 1 }, text],
  ["limit-tightened limit-relaxed", { ...text, minLength: 2 }, { ...text, minLength: 1 }],
  ["limit-tightened limit-relaxed", { ...text, maxLength: 1 }, text],
  ["limit-tightened limit-relaxed", { ...text, maxLength: 1 }, { ...text, maxLength: 2 }],
  ["limit-tightened limit-relaxed", { ...whole, minimum: 1 }, { ...whole, minimum: 0 }],
  ["limit-tightened limit-relaxed", { type: "number", exclusiveMinimum: 0 }, { type: "number", minimum: 0 }],
  ["limit-tightened limit-relaxed", { type: "number", maximum: 9 }, { type: "number" }],
  ["limit-tightened limit-relaxed", { type: "number", exclusiveMaximum: 9 }, { type: "number", exclusiveMaximum: 10 }],
  ["limit-tightened limit-relaxed", { type: "array", minItems: 1 }, { type: "array" }],
  ["limit-tightened limit-relaxed", { type: "array", maxItems: 1 }, { type: "array", maxItems: 2 }],
  ["limit-tightened limit-relaxed", { type: "object", minProperties: 1 }, { type: "object" }],
  ["limit-tightened limit-relaxed", { type: "object", maxProperties: 1 }, { type: "object" }],
  ["limit-tightened limit-relaxed", { contains: text, minContains: 2 }, { contains: text }],
  ["limit-tightened limit-relaxed", { contains: text, maxContains: 2 }, { contains: text }],
  ["pattern-added pattern-removed", { ...text, pattern: "^a" }, text],
  ["multiple-of-changed", { ...whole, multipleOf: 4 }, { ...whole, multipleOf: 2 }],
  ["multiple-of-changed", { ...whole, multipleOf: 4 }, whole],
  ["unique-items-added unique-items-removed", { type: "array", uniqueItems: true }, { type: "array" }],
  ["property-required property-optional", object({ a: text }, { required: ["a"] }), object({ a: text })],
  ["type-changed", object({ a: text }), object({ a: {} })],
  ["type-changed", { type: "array", items: text }, { type: "array" }],
  ["closed opened", { type: "array", items: false }, { type: "array" }],
  ["type-changed item-added item-removed", { type: "array", prefixItems: [text] }, { type: "array" }],
  ["type-changed", { type: "object", additionalProperties: text }, { type: "object" }],
  ["constraint-added constraint-removed", { patternProperties: { "^a": text } }, {}],
  ["type-changed", { patternProperties: { "^a": text } }, { patternProperties: { "^a": {} } }],
  ["constraint-added constraint-removed", { propertyNames: { pattern: "^a" } }, {}],
  ["constraint-added constraint-removed", { contains: text }, {}],
  ["constraint-added constraint-removed", { not: text }, {}],
  ["constraint-added constraint-removed", { dependentSchemas: { a: { required: ["b"] } } }, {}],
  ["dependent-required-added dependent-required-removed", { dependentRequired: { a: ["b"] } }, {}],
  [
    "dependent-required-added dependent-required-removed",
    { dependentRequired: { a: ["b", "c"] } },
    { dependentRequired: { a: ["b"] } },
  ],
  ["constraint-added constraint-removed", conditional(text, "then", { minLength: 1 }), { if: text }],
  ["constraint-added constraint-removed", conditional(text, "else", { minLength: 1 }), { if: text }],
  ["limit-tightened limit-relaxed", { not: { minLength: 1 } }, { not: { minLength: 2 } }],
  ["branch-added branch-removed", { oneOf: [cat, dog] }, { oneOf: [cat, dog, text] }],
  ["branch-added branch-removed", { anyOf: [cat, dog] }, { anyOf: [dog, text, cat] }],
  ["branch-added branch-removed", cat, { anyOf: [cat, dog] }],
  ["branch-added branch-removed", { type: "object", anyOf: [cat] }, { type: "object", anyOf: [cat, dog] }],
  ["pattern-added pattern-removed", { ...text, pattern: "^a" }, { ...text, pattern: "" }],
  ["type-changed", text, { anyOf: [text, whole] }],
  ["branch-added branch-removed", { type: ["string", "null"] }, { anyOf: [{ type: ["string", "null"] }, cat] }],
  ["limit-tightened limit-relaxed", { anyOf: [{ ...text, maxLength: 2 }, whole] }, { anyOf: [text, whole] }],
  [
    "alternatives-added alternatives-removed",
    object({ a: text }, { anyOf: [{ required: ["a"] }, { required: ["b"] }] }),
    object({ a: text }),
  ],
  [
    "constraint-added constraint-removed",
    { ...text, contentMediaType: "application/json", contentSchema: cat },
    { ...text, contentMediaType: "application/json" },
  ],
];

/** A rule, the schema before and after, and the levels for requests and for responses. */
const judged: [rule: string, before: unknown, after: unknown, request: string, response: string][] = [
  ["type-changed", text, { type: "object" }, "breaking", "breaking"],
  ["type-changed", { properties: { a: text } }, object({ a: text }), "may_break", "may_break"],
  ["const-changed", { const: "a" }, { const: "b" }, "breaking", "breaking"],
  ["enum-value-added", { enum: ["a"] }, { enum: ["b", "a"] }, "other", "may_break"],
  ["enum-value-removed", { enum: ["a", "b"] }, { enum: ["a"] }, "breaking", "other"],
  ["enum-value-added", { not: { enum: ["a"] } }, { not: { enum: ["a", "b"] } }, "breaking", "other"],
  ["enum-value-removed", { "x-extensible-enum": ["a", "b"] }, { "x-extensible-enum": ["b"] }, "breaking", "other"],
  ["enum-value-added", { "x-extensible-enum": ["a"] }, { "x-extensible-enum": ["a", "b"] }, "other", "other"],
  ["format-changed", { ...text, format: "date" }, { ...text, format: "uuid" }, "breaking", "breaking"],
  ["format-changed", text, { ...text, format: "password" }, "other", "other"],
  ["pattern-changed", { ...text, pattern: "^a" }, { ...text, pattern: "^b" }, "may_break", "may_break"],
  ["multiple-of-changed", { ...whole, multipleOf: 2 }, { ...whole, multipleOf: 3 }, "breaking", "breaking"],
  ["default-changed", { ...whole, default: 1 }, { ...whole, default: 2 }, "may_break", "other"],
  ["property-added-required", object({}), object({ a: text }, { required: ["a"] }), "breaking", "other"],
  [
    "property-added-required",
    object({}, { required: ["a"] }),
    object({ a: text }, { required: ["a"] }),
    "may_break",
    "other",
  ],
  ["property-added-optional", object({}), object({ a: text }), "other", "other"],
  [
    "property-added-optional",
    object({}, { additionalProperties: false }),
    object({ a: text }, { additionalProperties: false }),
    "other",
    "may_break",
  ],
  ["property-removed", object({ a: text }), object({}), "may_break", "may_break"],
  [
    "property-removed",
    object({ a: text }, { additionalProperties: false }),
    object({}, { additionalProperties: false }),
    "breaking",
    "may_break",
  ],
  ["property-removed", object({ a: text }, { required: ["a"] }), object({}), "may_break", "breaking"],
  ["closed", object({}), object({}, { additionalProperties: false }), "breaking", "other"],
  ["closed", object({}), object({}, { unevaluatedProperties: false }), "breaking", "other"],
  ["opened", object({}, { additionalProperties: false }), object({}), "other", "may_break"],
  ["closed", { type: "array" }, { type: "array", unevaluatedItems: false }, "breaking", "other"],
  [
    "condition-changed",
    conditional(text, "then", { minLength: 1 }),
    conditional(whole, "then", { minLength: 1 }),
    "may_break",
    "may_break",
  ],
  [
    "branch-removed",
    object({ a: text }, { oneOf: [cat, dog] }),
    object({ a: text }, { oneOf: [dog] }),
    "breaking",
    "other",
  ],
  ["alternatives-changed", { oneOf: [cat, dog] }, { anyOf: [cat, dog] }, "may_break", "may_break"],
  ["discriminator-added", { oneOf: [cat, dog] }, mapped({ cat: "#/c" }), "may_break", "may_break"],
  [
    "discriminator-changed",
    mapped({}),
    { oneOf: [cat, dog], discriminator: { propertyName: "type" } },
    "breaking",
    "breaking",
  ],
  ["discriminator-value-changed", mapped({ cat: "#/c" }), mapped({}), "breaking", "other"],
  ["discriminator-value-changed", mapped({}), mapped({ cat: "#/c" }), "other", "may_break"],
  ["read-only-added", object({ a: text }), object({ a: { ...text, readOnly: true } }), "may_break", "other"],
  [
    "read-only-removed",
    object({ a: { ...text, readOnly: true } }, { required: ["a"] }),
    object({ a: text }, { required: ["a"] }),
    "breaking",
    "other",
  ],
  [
    "write-only-added",
    object({ a: text }, { required: ["a"] }),
    object({ a: { ...text, writeOnly: true } }, { required: ["a"] }),
    "other",
    "breaking",
  ],
  ["write-only-removed", object({ a: { ...text, writeOnly: true } }), object({ a: text }), "other", "other"],
  [
    "type-changed",
    object({ a: { ...text, readOnly: true } }),
    object({ a: { ...whole, readOnly: true } }),
    "other",
    "breaking",
  ],
  [
    "property-added-required",
    object({}),
    object({ a: { ...text, readOnly: true } }, { required: ["a"] }),
    "other",
    "other",
  ],
  ["property-removed", object({ a: { ...text, writeOnly: true } }), object({}), "may_break", "other"],
  ["deprecated", object({ a: text }), object({ a: { ...text, deprecated: true } }), "other", "other"],
  ["deprecation-removed", { ...text, deprecated: true }, text, "other", "other"],
  ["content-encoding-changed", text, { ...text, contentMediaType: "application/json" }, "breaking", "other"],
  ["content-encoding-changed", { ...text, contentMediaType: "application/json" }, text, "other", "breaking"],
  [
    "content-encoding-changed",
    { ...text, contentEncoding: "base32" },
    { ...text, contentEncoding: "base16" },
    "breaking",
    "breaking",
  ],
  ["words-changed", { ...text, description: "a" }, { ...text, description: "b" }, "other", "other"],
  ["words-changed", { ...text, examples: ["a"] }, text, "other", "other"],
  ["extension-changed", text, { ...text, "x-a": 1 }, "other", "other"],
  ["notation-changed", text, { ...text, xml: { name: "a" } }, "other", "other"],
  ["keyword-changed", text, { ...text, brandNew: 1 }, "may_break", "may_break"],
  ["notation-changed", text, { ...text, minLength: 0 }, "other", "other"],
  ["notation-changed", text, { ...text, pattern: ".*" }, "other", "other"],
  ["notation-changed", { type: "boolean", enum: [false, true] }, { type: "boolean" }, "other", "other"],
  ["notation-changed", { ...text, format: "base64" }, { ...text, contentEncoding: "base64" }, "other", "other"],
  ["notation-changed", { type: "object", oneOf: [cat, dog] }, { oneOf: [cat, dog] }, "other", "other"],
  ["notation-changed", mapped({}), mapped({ Cat: "#/components/schemas/Cat" }), "other", "other"],
  ["discriminator-changed", { discriminator: "a" }, { discriminator: "b" }, "breaking", "breaking"],
  [
    "notation-changed",
    { ...text, nullable: true, enum: ["a", "b", null] },
    { oneOf: [{ const: "a" }, { const: "b" }, { type: "null" }] },
    "other",
    "other",
  ],
  ["notation-changed", { type: "number", enum: [1, 2] }, { enum: [1, 2] }, "other", "other"],
  [
    "notation-changed",
    object({ a: text }, { additionalProperties: false }),
    object({ a: text }, { unevaluatedProperties: false }),
    "other",
    "other",
  ],
  ["nullable-added", { ...text, enum: ["a"] }, { ...text, enum: ["a"], nullable: true }, "other", "breaking"],
  ["multiple-of-changed", whole, { ...whole, multipleOf: 1 }, "other", "other"],
  ["words-changed", text, { ...text, $anchor: "a" }, "other", "other"],
  ["branch-added", { oneOf: [cat] }, { oneOf: [cat, dog] }, "other", "breaking"],
  ["branch-added", cat, { oneOf: [cat, text] }, "other", "breaking"],
  ["branch-added", cat, { oneOf: [cat, dog] }, "may_break", "breaking"],
  [
    "property-removed",
    { oneOf: [object({ a: text }), object({ b: whole, c: whole })] },
    { oneOf: [object({}), object({ b: whole, c: whole })] },
    "may_break",
    "may_break",
  ],
  [
    "property-required",
    { allOf: [us, canada] },
    { allOf: [inCountry("US", "zip", "state"), canada] },
    "breaking",
    "other",
  ],
  [
    "property-required",
    { allOf: [us, canada] },
    { allOf: [inCountry("US", "postal"), inCountry("CA", "zip")] },
    "breaking",
    "breaking",
  ],
  ["condition-changed", { allOf: [us, canada] }, { allOf: [inCountry("MX", "zip"), canada] }, "may_break", "may_break"],
  ["constraint-added", { allOf: [us, canada] }, { allOf: [us, canada, inCountry("MX", "zip")] }, "breaking", "other"],
  [
    "const-changed",
    { allOf: [{ contains: { const: "a" } }, { contains: { const: "b" } }] },
    { allOf: [{ contains: { const: "a" } }, { contains: { const: "c" } }] },
    "breaking",
    "breaking",
  ],
  [
    "property-required",
    object({ a: text }),
    object({ a: { ...text, readOnly: true } }, { required: ["a"] }),
    "may_break",
    "other",
  ],
  [
    "type-changed",
    { type: "object", additionalProperties: whole },
    object({ a: object({}) }, { additionalProperties: whole }),
    "breaking",
    "breaking",
  ],
  [
    "branch-added",
    { oneOf: [paidBy("a"), paidBy("b")] },
    { oneOf: [paidBy("a"), paidBy("b"), object({})] },
    "may_break",
    "breaking",
  ],
  ["branch-added", { oneOf: [paidBy("a"), paidBy("b")] }, { oneOf: ["a", "b", "c"].map(paidBy) }, "other", "breaking"],
  ["notation-changed", { anyOf: [cat, dog, text] }, { anyOf: [{ anyOf: [cat, dog] }, text] }, "other", "other"],
];

const find = (before: unknown, after: unknown, rules: string[]) => {
  const { level, changes } = compare(before, after);
  return { level, hasRule: changes.some(({ rule }) => rules.includes(rule)) };
};

describe("the values that a schema allows", () => {
  test.each(narrowed)(
    "reports narrowing as breaking in requests, and widening as breaking in responses: %s %#",
    (rules, narrow, wide) => {
      const names = rules.split(" ");
      expect(find(makeBody(wide), makeBody(narrow), names)).toEqual({ level: "breaking", hasRule: true });
      expect(find(makeBody(narrow), makeBody(wide), names)).toEqual({ level: "other", hasRule: true });
      expect(find(makeResponse(wide), makeResponse(narrow), names)).toEqual({ level: "other", hasRule: true });
      const widened = find(makeResponse(narrow), makeResponse(wide), names);
      expect(widened).toEqual({ level: "breaking", hasRule: true });
    },
  );
});

test.each(judged)("rates %s separately in a request and in a response %#", (rule, before, after, request, response) => {
  expect(find(makeBody(before), makeBody(after), [rule])).toEqual({ level: request, hasRule: true });
  expect(find(makeResponse(before), makeResponse(after), [rule])).toEqual({ level: response, hasRule: true });
});

/** Pairs of schemas that mean the same. */
const same: [what: string, before: unknown, after: unknown][] = [
  [
    "the order of enum, required and type",
    { type: ["string", "null"], enum: ["a", "b", null] },
    { enum: [null, "b", "a"], type: ["null", "string"] },
  ],
  ["allOf of one", { allOf: [cat] }, cat],
  [
    "allOf against one object",
    { allOf: [object({ a: text }, { required: ["a"] }), object({ b: whole })] },
    object({ b: whole, a: text }, { required: ["a"] }),
  ],
  ["the order of branches", { oneOf: [cat, dog] }, { oneOf: [dog, cat] }],
  ["a union of types", { anyOf: [text, whole] }, { anyOf: [whole, text] }],
  ["a reference against its target", { $ref: "#/components/schemas/Cat" }, cat],
  ["empty inner schemas", object({}, { additionalProperties: {} }), object({}, { additionalProperties: {} })],
  ["the order of conditions", { allOf: [us, canada] }, { allOf: [canada, us] }],
  ["the order of unions", { allOf: [hasA, hasB] }, { allOf: [hasB, hasA] }],
  ["the order of 250 branches", { oneOf: many }, { oneOf: many.toReversed() }],
  ["a longer way to the target", { $ref: "#/components/schemas/Alias" }, { $ref: "#/components/schemas/Cat" }],
];

test.each(same)("treats schemas that differ only in %s as equal", (_what, before, after) => {
  const rest = { components: { schemas: { Cat: cat, Alias: { $ref: "#/components/schemas/Cat" } } } };
  expect(compare(makeBody(before, rest), makeBody(after, rest))).toMatchObject({ level: "none", changes: [] });
  expect(compare(makeResponse(after, rest), makeResponse(before, rest))).toMatchObject({ level: "none", changes: [] });
});

test("uses the name of a schema as the value of a discriminator without a mapping", () => {
  const make = (name: string, schema: object, mapping: object = {}) => {
    const branches = [{ $ref: `#/components/schemas/${name}` }, { $ref: "#/components/schemas/Dog" }];
    const schemas = { [name]: schema, Dog: dog };
    const discriminator = { propertyName: "kind", mapping };
    return makeResponse({ oneOf: branches, discriminator }, { components: { schemas } });
  };
  const rules = ["discriminator-value-changed"];
  const open = object({ kind: text, claws: whole });
  expect(find(make("Cat", open), make("Kitten", open), rules)).toEqual({ level: "breaking", hasRule: true });
  const ofOther = { dog: "Dog" };
  expect(find(make("Cat", open, ofOther), make("Kitten", open, ofOther), rules).level).toBe("breaking");
  // The branch states the value itself.
  expect(find(make("Cat", cat), make("Kitten", cat), rules)).toEqual({ level: "other", hasRule: false });
});

test("reads a list of values that was split into two schemas as the same", () => {
  const make = (rest: object) => {
    const schemas = { Open: { enum: ["a"], ...rest }, Closed: { enum: ["b", "c"] } };
    return makeBody(
      { anyOf: Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` })) },
      { components: { schemas } },
    );
  };
  const list = makeBody({ enum: ["a", "b", "c"] }, { components: { schemas: {} } });
  expect([compare(list, make({})).level, compare(make({}), list).level]).toEqual(["other", "other"]);
  expect(compare(list, make({ enum: ["z"] })).changes).toMatchObject([
    { rule: "enum-value-removed", name: "a", level: "breaking" },
    ...["Closed", "Open"].map((name) => ({ rule: "component-added", name })),
    { rule: "enum-value-added", name: "z" },
  ]);
  expect(compare(make({}), make({ description: "A" })).changes).toMatchObject([{ rule: "words-changed" }]);
});

test("treats a renamed branch as the same when the discriminator maps the same value to it", () => {
  const make = (name: string, rest: object = {}) => {
    const refs = [name, "Dog"].map((each) => ({ $ref: `#/components/schemas/${each}` }));
    const discriminator = { propertyName: "kind", mapping: { cat: refs[0]?.$ref, dog: refs[1]?.$ref } };
    const schemas = { [name]: { ...cat, ...rest, title: name }, Dog: dog };
    return makeResponse({ oneOf: refs, discriminator }, { components: { schemas } });
  };
  const [renamed, changed] = [{}, { required: [] }].map((rest) => compare(make("Cat"), make("Kitten", rest)));
  expect(renamed?.level).toBe("other");
  expect(changed?.changes.filter(({ level }) => level !== "other")).toMatchObject([{ rule: "property-optional" }]);
});

test("distinguishes a text from the number or boolean that looks alike", () => {
  const find = (before: object, after: object) =>
    compare(makeBody(before), makeBody(after)).changes.map((change) => [change.name, change.before, change.after]);
  expect(find({ default: "1" }, { default: 1 })).toEqual([["default", '"1"', "1"]]);
  expect(find({ enum: ["true", "a"] }, { enum: [true, "a"] })).toEqual([
    ['"true"', "true", null],
    ["true", null, "true"],
  ]);
});

test("marks a value that is too long to be shown", () => {
  const values = Array.from({ length: 100 }, (_, at) => `value ${at}`);
  const [change] = compare(makeBody(text), makeBody({ ...text, enum: values })).changes;
  expect(change?.after).toMatch(/^\[ "value 0", .*…$/);
});

test("reports only once that a property became read-only", () => {
  const { changes } = compare(makeBody(object({ a: text })), makeBody(object({ a: { ...text, readOnly: true } })));
  expect(changes.map(({ rule }) => rule)).toEqual(["read-only-added"]);
});

test("reports the change of a schema where it is not read-only, whatever the order of the properties", () => {
  const ref = { $ref: "#/components/schemas/Cat" };
  const schema = object({ author: { ...ref, readOnly: true }, owner: ref });
  const [before, after] = [text, whole].map((name) =>
    makeBody(schema, { components: { schemas: { Cat: object({ name }) } } }),
  );
  expect(compare(before, after).changes).toMatchObject([{ level: "breaking", place: { path: "body.owner.name" } }]);
});

test("does not call a renamed schema a breaking change", () => {
  const make = (name: string) =>
    makeResponse({ $ref: `#/components/schemas/${name}` }, { components: { schemas: { [name]: cat } } });
  const { level, changes } = compare(make("Cat"), make("Kitten"));
  expect([level, ...changes.map(({ rule }) => rule)].sort()).toEqual(["component-added", "component-removed", "other"]);
});

type Keyword = [name: string, first: unknown, second: unknown];
const withValues = (first: unknown, second: unknown, names: string): Keyword[] =>
  names.split(" ").map((name) => [name, first, second]);

/** Every keyword of JSON Schema 2020-12 and of OpenAPI's dialect, with two values. */
const keywords: Keyword[] = [
  ...withValues(1, 2, "multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength"),
  ...withValues(1, 2, "maxItems minItems maxContains minContains maxProperties minProperties default example"),
  ...withValues("a", "b", "$anchor $dynamicAnchor $comment pattern title description"),
  ...withValues(true, false, "uniqueItems deprecated readOnly writeOnly nullable"),
  ...withValues(text, whole, "not if then else items contains additionalProperties contentSchema"),
  ...withValues(text, whole, "unevaluatedItems unevaluatedProperties"),
  ...withValues({ a: text }, { a: whole }, "$defs dependentSchemas properties"),
  ...withValues([text], [whole], "allOf prefixItems"),
  ...withValues(["a"], ["b"], "enum required"),
  ["$id", "https://a.example/a", "https://a.example/b"],
  ["$schema", "https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base"],
  ["$dynamicRef", "#here", "#there"],
  ["$vocabulary", { "https://a.example/": true }, { "https://a.example/": false }],
  ["anyOf", [text, { type: "array" }, cat], [whole, { type: "array" }, cat]],
  ["oneOf", [text, cat], [whole, cat]],
  ["patternProperties", { "^a": text }, { "^a": whole }],
  ["propertyNames", { minLength: 1 }, { minLength: 2 }],
  ["type", "string", "integer"],
  ["const", { a: 1 }, { a: 2 }],
  ["dependentRequired", { a: ["b"] }, { a: ["c"] }],
  ["format", "date", "time"],
  ["contentEncoding", "base64", "base32"],
  ["contentMediaType", "application/json", "text/html"],
  ["examples", [1], [2]],
  ["externalDocs", { url: "https://a.example" }, { url: "https://b.example" }],
  ["xml", { name: "a" }, { name: "b" }],
  ["discriminator", { propertyName: "a" }, { propertyName: "b" }],
  // Common mistakes: a property says itself that it is required, and allOf is no list.
  ["required", true, false],
  ["allOf", text, whole],
];

describe("a change of any keyword is reported", () => {
  const targets = { here: { $dynamicAnchor: "here" }, there: { $dynamicAnchor: "there", type: "string" } };
  const rest = { components: { schemas: targets } };
  /** Further keywords without which a keyword has no effect, such as `if` for `then`. */
  const beside = new Map<string, object>([
    ["then", { if: {} }],
    ["else", { if: {} }],
    ["minContains", { contains: text }],
    ["maxContains", { contains: text }],
  ]);

  test.each(keywords)(
    "reports the keyword %s when its value changes, in a schema or in an inner schema",
    (name, first, second) => {
      for (const make of [makeBody, makeResponse]) {
        for (const wrap of [
          (schema: object) => schema,
          (schema: object) => object({ p: { type: "array", items: schema } }),
        ]) {
          const [none, one, other] = [{}, { [name]: first }, { [name]: second }].map((schema) =>
            make(wrap({ ...beside.get(name), ...schema }), rest),
          );
          const levels = [compare(none, one), compare(one, none), compare(one, other), compare(other, one)].map(
            ({ level }) => level,
          );
          expect(levels).not.toContain("none");
        }
      }
    },
  );
});
