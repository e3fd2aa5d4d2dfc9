import { describe, expect, test } from "vitest";
import { asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { compare, listLines, makeApi, makeBody, makeResponse, today } from "./compare.fixture.ts";
import { compareApis } from "./compare.ts";
import { versions } from "./versions.fixture.ts";

const text = { type: "string" };
const json = (schema: unknown) => ({ "application/json": { schema } });
const query = (rest: object = {}) => ({ parameters: [{ name: "q", in: "query", schema: text, ...rest }] });
const bodyOf = (rest: object) => ({ requestBody: { content: json(text), ...rest } });
const answer = (responses: object) => ({ responses });
const ok = (rest: object = {}) => answer({ 200: { description: "A", content: json(text), ...rest } });
const secured = (security: unknown) => ({ security });
const schemes = {
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "K" }, auth: { type: "http", scheme: "bearer" } },
  },
};

/** Operations before and after, and the changes found. */
const operations: [what: string, before: object, after: object, lines: string[]][] = [
  ["a required parameter added", {}, query({ required: true }), ["parameter-added-required breaking query.q q"]],
  ["an optional parameter added", {}, query(), ["parameter-added-optional other query.q q"]],
  ["a parameter removed", query(), {}, ["parameter-removed may_break query.q q"]],
  ["a parameter moved", query(), query({ in: "header" }), ["parameter-moved breaking query.q q"]],
  ["a parameter required", query(), query({ required: true }), ["parameter-required breaking query.q q"]],
  ["a parameter optional", query({ required: true }), query(), ["parameter-optional other query.q q"]],
  ["a parameter with another type", query(), query({ schema: { type: "integer" } }), ["type-changed breaking query.q"]],
  ["a parameter that takes any text", query({ schema: { type: "integer" } }), query(), ["type-changed other query.q"]],
  [
    "a list written in another way",
    query({ schema: { type: "array" } }),
    query({ schema: { type: "array" }, explode: false }),
    ["style-changed breaking query.q q"],
  ],
  [
    "a default of a parameter",
    query({ schema: { ...text, default: "a" } }),
    query({ schema: { ...text, default: "b" } }),
    ["default-changed may_break query.q default"],
  ],
  ["a parameter deprecated", query(), query({ deprecated: true }), ["deprecated other query.q"]],
  [
    "a flag of a parameter",
    query(),
    query({ allowReserved: true }),
    ["keyword-changed may_break query.q allowReserved"],
  ],
  ["a body required from now on", {}, bodyOf({ required: true }), ["body-added-required breaking body"]],
  ["a body allowed from now on", {}, bodyOf({}), ["body-added-optional other body"]],
  ["a body removed", bodyOf({}), {}, ["body-removed breaking body"]],
  ["a body required", bodyOf({}), bodyOf({ required: true }), ["body-required breaking body"]],
  ["a body optional", bodyOf({ required: true }), bodyOf({}), ["body-optional other body"]],
  [
    "a media type of a body added",
    bodyOf({}),
    bodyOf({ content: { ...json(text), "text/plain": {} } }),
    ["media-type-added other body[text/plain] text/plain"],
  ],
  [
    "a media type of a body removed",
    bodyOf({ content: { ...json(text), "text/plain": {} } }),
    bodyOf({}),
    ["media-type-removed breaking body[text/plain] text/plain"],
  ],
  [
    "a media type of a body covered",
    bodyOf({ content: { "image/png": {} } }),
    bodyOf({ content: { "image/*": {} } }),
    ["media-type-covered other body[image/png] image/png"],
  ],
  [
    "a media type of a response removed",
    ok({ content: { ...json(text), "text/plain": {} } }),
    ok(),
    ["media-type-removed breaking 200.body[text/plain] text/plain"],
  ],
  ["a success removed", answer({ 200: {}, 201: {} }), answer({ 200: {} }), ["response-removed breaking 201 201"]],
  ["an error removed", answer({ 200: {}, 404: {} }), answer({ 200: {} }), ["response-removed other 404 404"]],
  ["a response added", answer({ 200: {} }), answer({ 200: {}, 404: {} }), ["response-added other 404 404"]],
  [
    "a response covered",
    answer({ 200: {} }),
    answer({ "2XX": {} }),
    ["response-covered may_break 200 200", "response-added other 2XX 2XX"],
  ],
  ["a header removed", ok({ headers: { A: { schema: text } } }), ok(), ["header-removed may_break 200.headers.A A"]],
  [
    "a required header removed",
    ok({ headers: { A: { required: true } } }),
    ok(),
    ["header-removed breaking 200.headers.A A"],
  ],
  ["a header added", ok(), ok({ headers: { A: { schema: text } } }), ["header-added other 200.headers.A A"]],
  [
    "a header optional",
    ok({ headers: { A: { required: true } } }),
    ok({ headers: { a: {} } }),
    ["header-optional breaking 200.headers.a a"],
  ],
  [
    "a header of more types",
    ok({ headers: { A: { schema: text } } }),
    ok({ headers: { A: { schema: {} } } }),
    ["type-changed breaking 200.headers.A"],
  ],
  ["an operation deprecated", {}, { deprecated: true }, ["deprecated other"]],
  ["an operationId", { operationId: "a" }, { operationId: "b" }, ["operation-id-changed may_break"]],
  ["a sunset moved forward", { "x-sunset": "2027-02-01" }, { "x-sunset": "2027-01-01" }, ["sunset-changed may_break"]],
  [
    "words and tags",
    { summary: "a", tags: ["a"] },
    { summary: "b", tags: ["b"] },
    ["words-changed other summary", "words-changed other tags"],
  ],
  ["an unknown keyword", {}, { brandNew: 1 }, ["keyword-changed may_break brandNew"]],
  [
    "a server of the operation",
    {},
    { servers: [{ url: "https://a.example" }] },
    ["server-added other https://a.example"],
  ],
  ["a link removed", ok({ links: { a: {} } }), ok(), ["link-removed may_break 200.links.a a"]],
  ["a link added", ok(), ok({ links: { a: {} } }), ["link-added other 200.links.a a"]],
  ["credentials from now on", {}, secured([{ key: [] }]), ["security-added breaking"]],
  ["credentials no longer", secured([{ key: [] }]), secured([]), ["security-removed other"]],
  [
    "one of two credentials gone",
    secured([{ key: [] }, { auth: [] }]),
    secured([{ key: [] }]),
    ["security-option-removed breaking auth"],
  ],
  [
    "both credentials at once",
    secured([{ key: [] }, { auth: [] }]),
    secured([{ key: [], auth: [] }]),
    [
      "security-option-removed breaking auth",
      "security-option-removed breaking key",
      "security-option-added other auth + key",
    ],
  ],
  [
    "other credentials as well",
    secured([{ key: [] }]),
    secured([{ key: [] }, { auth: [] }]),
    ["security-option-added other auth"],
  ],
  [
    "a scope more",
    secured([{ auth: ["a"] }]),
    secured([{ auth: ["a", "b"] }]),
    ["security-scope-added breaking auth (a)"],
  ],
  [
    "a scope less",
    secured([{ auth: ["a", "b"] }]),
    secured([{ auth: ["b"] }]),
    ["security-scope-removed other auth (b)"],
  ],
];

test.each(operations)("finds %s", (_what, before, after, lines) => {
  expect(listLines(compare(makeApi({ ...before }, schemes), makeApi({ ...after }, schemes)))).toEqual(lines);
});

describe("operations", () => {
  const make = (paths: object) => ({ ...makeApi({}), paths });
  const operation = answer({ 200: { description: "A" } });

  test.each([
    ["without notice", operation, "breaking"],
    ["that were deprecated", { ...operation, deprecated: true }, "breaking"],
    ["before their sunset", { ...operation, deprecated: true, "x-sunset": "2027-01-01" }, "breaking"],
    ["after their sunset", { ...operation, deprecated: true, "x-sunset": "2026-11-01" }, "other"],
  ])("judges the removal of operations %s", (_what, removed, level) => {
    expect(compare(make({ "/a": { get: operation, post: removed } }), make({ "/a": { get: operation } })).level).toBe(
      level,
    );
    expect(
      compare(make({ "/a": { get: operation }, "/b": { get: removed } }), make({ "/a": { get: operation } })).level,
    ).toBe(level);
  });

  test("treats paths that differ only in parameter names as the same", () => {
    const item = (name: string) => ({
      parameters: [{ name, in: "path", required: true, schema: text }],
      get: operation,
    });
    const { changes } = compare(make({ "/a/{id}": item("id") }), make({ "/a/{key}": item("key") }));
    expect(changes).toMatchObject([{ rule: "path-parameter-renamed", level: "other", before: "id", after: "key" }]);
  });

  test("reverses the direction in webhooks and callbacks", () => {
    const hook = (schema: unknown, reply: unknown = text) => ({
      post: { requestBody: { content: json(schema) }, responses: { 200: { content: json(reply) } } },
    });
    const wide = { type: ["string", "integer"] };
    const webhook = (item: unknown) => ({ ...makeApi({}), webhooks: { paid: item } });
    const callback = (item: unknown) => makeApi({ callbacks: { paid: { "{$url}": item } } });
    for (const wrap of [webhook, callback]) {
      expect(compare(wrap(hook(text)), wrap(hook(wide))).level).toBe("breaking");
      expect(compare(wrap(hook(wide)), wrap(hook(text))).level).toBe("other");
      expect(compare(wrap(hook(text, wide)), wrap(hook(text))).level).toBe("breaking");
      expect(compare(wrap(hook(text)), wrap(hook(text, wide))).level).toBe("other");
    }
    expect(compare(webhook(hook(text)), webhook({})).changes).toMatchObject([
      { rule: "webhook-removed", level: "breaking" },
    ]);
  });
});

describe("the document", () => {
  const scheme = (key: object) => makeApi(secured([{ key: [] }]), { components: { securitySchemes: { key } } });
  const oauth = (flow: object) =>
    scheme({ type: "oauth2", flows: { implicit: { authorizationUrl: "https://a.example", scopes: {}, ...flow } } });
  const server = (...urls: string[]) => makeApi({}, { servers: urls.map((url) => ({ url })) });

  test.each([
    ["words-changed other info version", makeApi({}), makeApi({}, { info: { title: "A", version: "2" } })],
    ["version-changed other", makeApi({}), makeApi({}, { openapi: "3.1.1" })],
    ["words-changed other tags a", makeApi({}), makeApi({}, { tags: [{ name: "a" }] })],
    ["extension-changed other x-a", makeApi({}), makeApi({}, { "x-a": 1 })],
    [
      "keyword-changed may_break jsonSchemaDialect",
      makeApi({}),
      makeApi({}, { jsonSchemaDialect: "https://a.example" }),
    ],
    ["server-added other https://a.example", server(), server("https://a.example")],
    [
      "server-removed may_break https://a.example",
      server("https://a.example", "https://b.example"),
      server("https://b.example"),
    ],
    [
      "scheme-changed breaking securitySchemes.key name",
      scheme({ type: "apiKey", in: "header", name: "A" }),
      scheme({ type: "apiKey", in: "header", name: "B" }),
    ],
    ["scope-removed may_break securitySchemes.key.implicit a", oauth({ scopes: { a: "A" } }), oauth({})],
    ["scope-added other securitySchemes.key.implicit a", oauth({}), oauth({ scopes: { a: "A" } })],
    ["flow-removed breaking securitySchemes.key.implicit implicit", oauth({}), scheme({ type: "oauth2", flows: {} })],
    [
      "component-added other components.schemas.A A",
      makeApi({}),
      makeApi({}, { components: { schemas: { A: text } } }),
    ],
    [
      "component-removed other components.parameters.A A",
      makeApi({}, { components: { parameters: { A: {} } } }),
      makeApi({}),
    ],
    [
      "type-changed other components.schemas.A",
      makeApi({}, { components: { schemas: { A: {} } } }),
      makeApi({}, { components: { schemas: { A: text } } }),
    ],
  ])("finds %s", (line, before, after) => {
    expect(listLines(compare(before, after))).toEqual([line]);
  });

  test("has no change if only its order changes", () => {
    const reverse = (value: unknown): unknown =>
      isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, inner]) => [name, reverse(inner)]),
          )
        : Array.isArray(value)
          ? value.map(reverse)
          : value;
    for (const document of Object.values(versions)) {
      expect(compare(document, reverse(document))).toEqual({ level: "none", changes: [], partial: [], unresolved: [] });
    }
  });
});

test("treats a media type with another parameter as the same, and a range as wider", () => {
  const make = (type: string) => makeApi(ok({ content: { [type]: { schema: text } } }));
  expect(compare(make("application/json"), make("application/json; charset=utf-8")).level).toBe("other");
  expect(compare(make("image/png"), make("image/*")).level).toBe("may_break");
});

test("gives a change the same id in another order, and ids of their own to other changes", () => {
  const make = (names: string[], type: string) =>
    makeBody({ properties: Object.fromEntries(names.map((name) => [name, { type }])) });
  const one = compare(make(["a", "b"], "string"), make(["a", "b"], "integer"));
  const other = compare(make(["b", "a", "c"], "string"), make(["c", "b", "a"], "integer"));
  expect(new Set(one.changes.map(({ id }) => id)).size).toBe(2);
  expect(other.changes.map(({ id }) => id)).toEqual(expect.arrayContaining(one.changes.map(({ id }) => id)));
});

describe("one API in several versions of the format", () => {
  const names = Object.keys(versions);
  test.each(names.flatMap((one) => names.map((other) => [one, other])))(
    "%s and %s differ in nothing that breaks",
    (one, other) => {
      const lines = listLines(compare(versions[one], versions[other])).filter(
        (line) => !line.startsWith("path-parameter-renamed"),
      );
      expect(lines).toEqual(one === other ? [] : ["version-changed other"]);
    },
  );
});

/** A generator of numbers that can be repeated (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Spot = { owner: JsonObject | unknown[]; key: string };

function listSpots(value: unknown, spots: Spot[] = []): Spot[] {
  if (typeof value !== "object" || value === null) return spots;
  for (const [key, inner] of Object.entries(value)) {
    spots.push({ owner: value as Spot["owner"], key });
    listSpots(inner, spots);
  }
  return spots;
}

function mutate(document: JsonObject, random: () => number): JsonObject {
  const copy = structuredClone(document);
  const spots = listSpots(copy);
  const { owner, key } = spots[Math.floor(random() * spots.length)] as Spot;
  const value = Reflect.get(owner, key);
  const isLeaf = typeof value !== "object" || value === null;
  if (!isLeaf && random() < 0.5 && isJsonObject(value)) Object.assign(value, { zzz: { type: "string" } });
  else if (!isLeaf || random() < 0.3)
    Array.isArray(owner) ? owner.splice(Number(key), 1) : Reflect.deleteProperty(owner, key);
  else
    Reflect.set(owner, key, typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : `${value}z`);
  return copy;
}

test("never calls a changed document unchanged", () => {
  const silent: string[] = [];
  for (const [version, document] of Object.entries(versions)) {
    const random = makeRandom(7);
    for (let round = 0; round < 25; round++) {
      const changed = mutate(document, random);
      for (const [before, after] of [
        [document, changed],
        [changed, document],
      ] as const) {
        const compared = compareApis(before, after, today);
        if (compared?.level === "none" && !compared.partial.length)
          silent.push(`${version}: ${findDifference(before, after)}`);
      }
    }
  }
  expect([...new Set(silent)]).toEqual([]);
});

function findDifference(before: unknown, after: unknown, path = ""): string {
  if (JSON.stringify(before) === JSON.stringify(after)) return "";
  if (typeof before !== "object" || typeof after !== "object" || !before || !after)
    return `${path} ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [first = ""] = names.filter(
    (name) => JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name)),
  );
  return findDifference(Reflect.get(before, first), Reflect.get(after, first), `${path}/${first}`);
}

describe("hostile documents", () => {
  const chain = (length: number, wrap: (next: object) => object, end: object) =>
    Object.fromEntries(
      Array.from({ length }, (_, at) => [
        `S${at}`,
        at === length - 1 ? end : wrap({ $ref: `#/components/schemas/S${at + 1}` }),
      ]),
    );
  const first = { $ref: "#/components/schemas/S0" };
  const make = (schemas: object) => makeResponse(first, { components: { schemas } });

  test("finds a change at the end of schemas that contain themselves", () => {
    const ring = (type: string) => ({
      S0: { properties: { next: { $ref: "#/components/schemas/S1" } } },
      S1: { properties: { back: first, value: { type } } },
    });
    const { changes } = compare(make(ring("string")), make(ring("integer")));
    expect(changes).toMatchObject([{ rule: "type-changed", place: { path: "200.body.next.value" } }]);
    expect(compare(make({ S0: first }), make({ S0: { allOf: [first] } })).level).toBe("none");
  });

  test("follows a thousand references, and reports allOf that is nested too deeply", () => {
    const deep = (type: string) => make(chain(1_000, (next) => ({ properties: { next } }), { type }));
    expect(compare(deep("string"), deep("integer")).changes).toMatchObject([{ rule: "type-changed" }]);
    const nested = (type: string) => make(chain(1_000, (next) => ({ allOf: [next] }), { type }));
    expect(compare(nested("string"), nested("integer"))).toMatchObject({ partial: ["deep"] });
  });

  test("reports a change once although many paths lead to its schema", () => {
    const both = (next: object) => ({ properties: { a: next, b: next } });
    const wide = (type: string) => make(chain(60, both, { type }));
    expect(compare(wide("string"), wide("integer")).changes).toHaveLength(1);
  });

  test.each(["other.yaml#/A", "#/components/schemas/Nowhere", "https://a.example/a.json"])(
    "compares in part where %s leads out of the document",
    ($ref) => {
      expect(compare(makeBody({ $ref }), makeBody({ $ref }))).toMatchObject({
        level: "none",
        partial: ["unresolved"],
        unresolved: [$ref],
      });
      expect(compare(makeBody({ $ref }), makeBody(text)).partial).toEqual(["unresolved"]);
    },
  );

  test("treats names such as __proto__ and constructor as property names", () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "$ref", "allOf", "tags", "1"];
    for (const name of names) {
      const schema = (type: string) =>
        JSON.parse(
          `{"properties":{${JSON.stringify(name)}:{"type":${JSON.stringify(type)}}},"required":[${JSON.stringify(name)}]}`,
        );
      const { changes } = compare(makeBody(schema("string")), makeBody(schema("integer")));
      expect(changes).toMatchObject([{ rule: "type-changed", level: "breaking", place: { path: `body.${name}` } }]);
      expect(compare(makeApi(query({ name })), makeApi({})).level).toBe("may_break");
      expect(
        compare(makeApi({}, JSON.parse(`{"components":{"schemas":{${JSON.stringify(name)}:{}}}}`)), makeApi({})).level,
      ).toBe("other");
    }
  });

  const strange: unknown[] = [null, 1, "a", [], {}, [null], true, { toString: 1 }, "constructor"];

  test.each(strange.map((value) => ({ value })))("does not fail on $value in any place of a document", ({ value }) => {
    for (const document of Object.values(versions)) {
      const copy = structuredClone(document);
      for (const { owner, key } of listSpots(copy).filter((_, at) => at % 13 === 0)) {
        const kept = Reflect.get(owner, key);
        Reflect.set(owner, key, value);
        compareApis(document, copy, today);
        compareApis(copy, document, today);
        Reflect.set(owner, key, kept);
      }
    }
  });
});

test("refuses documents that are not OpenAPI", () => {
  const { openapi: _, ...rest } = makeApi({});
  for (const document of [{}, rest, { ...rest, swagger: "1.2" }, { ...rest, openapi: "4.0.0" }]) {
    expect(compareApis(asObject(document), makeApi({}), today)).toBeNull();
  }
});
