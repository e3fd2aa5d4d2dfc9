import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bounds } from "./bounds.ts";
import { getOnlyOperation, listOperations, makeDocument, parseLikeDatabase } from "./reference.fixture.ts";
import { toApiReference } from "./reference.ts";

const folder = path.join(import.meta.dirname, "../../../../prisma/seed/entries");
const samples = fs
  .readdirSync(folder)
  .map((name) => ({ name, ...JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")) }));

describe("the seed entries", () => {
  test.each(samples.filter(({ spec }) => spec.openapi))("shows each operation of $name under its service", (sample) => {
    const reference = toApiReference(sample.spec, sample.services);
    expect(reference?.format).toBe("OpenAPI 3.1.0");
    const shown = reference?.groups.map(({ service, operations }) => ({
      id: sample.services[service ?? -1].id,
      operations: operations.map(({ operationId }) => operationId).sort(),
    }));
    expect(shown).toEqual(
      sample.services.map(({ id, operations }: { id: string; operations: string[] }) => ({
        id,
        operations: operations.toSorted(),
      })),
    );
    const endpoints = listOperations(reference).map(({ method, path: at }) => `${method} ${at}`);
    expect(endpoints.sort()).toEqual(sample.endpoints.toSorted());
  });

  test.each(samples.filter(({ spec }) => spec.openapi))("shows $name in full, without omissions", (sample) => {
    const text = JSON.stringify(toApiReference(sample.spec, sample.services));
    expect(text).not.toMatch(/"(more\w+)":[1-9]|"stop":"deep"|"isCut":true/);
    for (const operation of listOperations(toApiReference(sample.spec, sample.services))) {
      expect(operation.call?.url).toContain("https://api.example.com/");
      expect(operation.responses.length).toBeGreaterThan(1);
      expect(operation.responses[0]?.contents[0]?.schema?.properties.length).toBeGreaterThan(0);
    }
  });

  test.each(samples.filter(({ spec }) => !spec.openapi))(
    "shows no reference for $name, which is not an OpenAPI document",
    (sample) => {
      expect(toApiReference(sample.spec, sample.services)).toBeNull();
    },
  );
});

describe("an operation in the reference", () => {
  test("shows an operation with its path's parameters unless the operation overrides them", () => {
    const item = {
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
        { name: "page", in: "query", schema: { type: "string" } },
      ],
      get: { parameters: [{ name: "page", in: "query", deprecated: true, schema: { type: "integer" } }] },
    };
    const reference = toApiReference({ openapi: "3.0.3", paths: { "/a/{id}": item } }, []);
    expect(listOperations(reference)[0]?.parameters).toMatchObject([
      { name: "page", in: "query", type: "integer", isRequired: false, facts: [{ kind: "deprecated" }] },
      { name: "id", in: "path", type: "string", isRequired: true },
    ]);
  });

  test("shows a body's own examples, or else those of its schema unless it is an error", () => {
    const content = {
      "application/json": { examples: { one: { summary: "First", value: { a: 1 } }, two: { value: [2] }, bad: 7 } },
      "text/csv": { example: "a;b\n1;2" },
    };
    expect(getOnlyOperation(makeDocument({ requestBody: { content } })).body?.contents).toMatchObject([
      { examples: [{ name: "First", text: '{\n  "a": 1\n}' }, { name: "two" }] },
      { examples: [{ name: "", text: "a;b\n1;2" }] },
    ]);
    const bySchema = { "application/json": { schema: { examples: [{ status: 422 }] } } };
    const responses = { 200: { content: bySchema }, 401: { content: bySchema } };
    const [ok, refused] = getOnlyOperation(makeDocument({ responses })).responses;
    expect(ok?.contents[0]?.examples).toHaveLength(1);
    // Errors often share a schema, so that its example may show a different error.
    expect(refused?.contents[0]?.examples).toEqual([]);
  });

  test("shows a schema shared by several responses once", () => {
    const schemas = { Problem: { properties: { code: { type: "string" } } } };
    const content = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
    const responses = { 401: { content }, 404: { content } };
    const operation = getOnlyOperation(makeDocument({ responses }, { components: { schemas } }));
    expect(operation.responses.map(({ contents }) => [contents[0]?.sameAs, contents[0]?.schema !== null])).toEqual([
      ["", true],
      ["401", false],
    ]);
  });

  test("prefers an operation's own credentials to those of the document", () => {
    const rest = {
      security: [{ Key: [] }],
      components: { securitySchemes: { Key: { type: "apiKey", in: "header", name: "X-Key" } } },
    };
    expect(getOnlyOperation(makeDocument({}, rest)).security).toBeNull();
    expect(getOnlyOperation(makeDocument({ security: [] }, rest)).security).toEqual([]);
    const either = getOnlyOperation(makeDocument({ security: [{ Key: [], OAuth: ["read", "write"] }, {}] }, rest));
    expect(either.security).toEqual(["Key + OAuth (read, write)", ""]);
  });
});

describe("the groups of operations", () => {
  test("groups operations by service or else by tag, with ungrouped ones last", () => {
    const operation = (operationId: string, ...tags: string[]) => ({ operationId, tags });
    const spec = {
      openapi: "3.1.0",
      tags: [{ name: "late" }, { name: "early", description: "Early ones." }],
      paths: {
        "/1": { get: {} },
        "/2": { get: operation("two", "unlisted") },
        "/3": { get: operation("three", "early") },
        "/4": { get: operation("four", "late") },
        "/5": { get: operation("five", "second"), put: operation("put", "late") },
        "/6": { get: operation("six", "early") },
      },
    };
    const services = [
      { id: "first", operations: ["six", "PUT /5"] },
      { id: "second", operations: [] },
    ];
    const groups = toApiReference(spec, services)?.groups.map(({ id, service, title, operations }) => ({
      of: service ?? title,
      id,
      operations: operations.map(({ path: at }) => at),
    }));
    expect(groups).toEqual([
      { of: 0, id: "group-first", operations: ["/5", "/6"] },
      { of: 1, id: "group-second", operations: ["/5"] },
      { of: "late", id: "group-late", operations: ["/4"] },
      { of: "early", id: "group-early", operations: ["/3"] },
      { of: "unlisted", id: "group-unlisted", operations: ["/2"] },
      { of: "", id: "group", operations: ["/1"] },
    ]);
  });

  test("gives groups and operations unique URL fragments", () => {
    const operation = { operationId: "same <id>", tags: ["ñ"] };
    const paths = { "/a": { get: operation, put: operation }, "/ñ": { get: { tags: ["é"] } } };
    const reference = toApiReference({ openapi: "3.1.0", paths }, []);
    const ids = [...(reference?.groups ?? []), ...listOperations(reference)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[\w-]+$/);
  });
});

test("shows server URLs with the defaults of their variables", () => {
  const servers = [
    { url: "https://{region}.example.com/{path}", description: "Live", variables: { region: { default: "mx" } } },
    { url: "/relative" },
    {},
    7,
  ];
  expect(toApiReference(makeDocument({}, { servers }), [])?.servers).toEqual([
    { url: "https://mx.example.com/{path}", description: "Live" },
    { url: "/relative", description: "" },
  ]);
});

test("resolves relative server URLs by the document's URL", () => {
  const servers = ["/v1/", "../v2", "//other.example.com", "{host}/v3", "http://["].map((url) => ({ url }));
  const reference = toApiReference(makeDocument({}, { servers }), [], "https://docs.example.com/apis/a.json");
  expect(reference?.servers.map(({ url }) => url)).toEqual([
    "https://docs.example.com/v1",
    "https://docs.example.com/v2",
    "https://other.example.com",
    "{host}/v3",
    "http://[",
  ]);
  expect(listOperations(reference)[0]?.call?.url).toBe("https://docs.example.com/v1/things");
});

test("shows the methods, examples and streams that OpenAPI 3.2 added", () => {
  const content = { "application/json": { examples: { one: { dataValue: { a: 1 } } } } };
  const stream = { "text/event-stream": { itemSchema: { properties: { data: { type: "string" } } } } };
  const copy = { responses: { 200: { content: stream } } };
  const paths = { "/a": { query: { requestBody: { content } }, additionalOperations: { COPY: copy, MOVE: null } } };
  const examples = [{ name: "one", text: '{\n  "a": 1\n}' }];
  const schema = { type: "object[]", properties: [{ name: "data" }] };
  expect(toApiReference({ openapi: "3.2.0", paths }, [])?.groups[0]?.operations).toMatchObject([
    { method: "QUERY", body: { contents: [{ examples }] } },
    { method: "COPY", responses: [{ contents: [{ schema }] }] },
  ]);
});

test("shows webhooks as operations without a sample call", () => {
  const webhooks = { drawn: { post: { summary: "A draw ended", operationId: "drawn" } } };
  const servers = [{ url: "https://api.example.com" }];
  const operation = listOperations(toApiReference({ openapi: "3.1.0", servers, webhooks }, []))[0];
  expect(operation).toMatchObject({ path: "drawn", isWebhook: true, call: null });
});

describe("a hostile document", () => {
  test.each([
    {},
    { openapi: "3.1.0" },
    { openapi: "3.1.0", paths: {} },
    { openapi: "3.1.0", paths: { "/a": { get: 7, summary: {} } } },
    { openapi: 3.1, paths: { "/a": { get: {} } } },
    { openapi: "4.0.0", paths: { "/a": { get: {} } } },
    { asyncapi: "3.0.0", paths: { "/a": { get: {} } } },
  ])("returns no reference for a document that lacks a known format or an operation: %j", (spec) => {
    expect(toApiReference(spec, [])).toBeNull();
  });

  test("shows the first operations of a document with 10,000 paths, and counts the others", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`/p${at}`, { get: { tags: [`t${at}`] }, post: {} }]),
    );
    const reference = toApiReference({ openapi: "3.1.0", paths }, []);
    expect(listOperations(reference)).toHaveLength(bounds.operations);
    expect(reference?.moreOperations).toBe(20_000 - bounds.operations);
    expect(reference?.groups.length).toBeLessThanOrEqual(bounds.groups + 1);
  });

  test("limits the size of the reference for a document whose schemas are all large", () => {
    const wide = (level: number): object => ({
      type: "object",
      description: "x".repeat(10_000),
      enum: Array.from({ length: 1_000 }, () => "y".repeat(1_000)),
      properties: Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [
          `${"n".repeat(500)}${at}`,
          level ? { $ref: "#/components/schemas/S" } : {},
        ]),
      ),
    });
    const content = { "application/json": { schema: wide(1), example: "z".repeat(1_000_000) } };
    const operation = { summary: "s".repeat(10_000), requestBody: { content }, responses: { 200: { content } } };
    const paths = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`/p${at}`, { post: operation }]));
    const spec = { openapi: "3.1.0", paths, components: { schemas: { S: wide(0) } } };
    expect(JSON.stringify(toApiReference(spec, [])).length).toBeLessThan(1_200_000);
  });

  test("reads any value anywhere in a document without throwing", () => {
    const names = fc.constantFrom(
      ...[
        "openapi",
        "info",
        "servers",
        "paths",
        "tags",
        "security",
        "components",
        "get",
        "post",
        "parameters",
        "schema",
      ],
      ...["requestBody", "responses", "content", "application/json", "properties", "items", "allOf", "oneOf", "enum"],
      ...["type", "format", "required", "name", "in", "description", "example", "examples", "200", "/a", "__proto__"],
      ...["securitySchemes", "schemas", "definitions", "url", "variables", "additionalProperties", "operationId"],
    );
    const leaf = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        true,
        7,
        -1e308,
        "",
        "string",
        "array",
        "object",
        "header",
        "path",
        "apiKey",
        "http",
      ),
      fc.constantFrom({ $ref: "#/paths" }, { $ref: "#/paths/~1a" }, { $ref: "#/paths/~1a/get" }, { $ref: 7 }),
      fc.string({ unit: "grapheme", maxLength: 5 }),
    );
    const { any } = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 7 },
        { weight: 2, arbitrary: leaf },
        { weight: 4, arbitrary: fc.dictionary(names, tie("any"), { maxKeys: 6, noNullPrototype: true }) },
        { weight: 2, arbitrary: fc.array(tie("any"), { maxLength: 4 }) },
      ),
    }));
    const operation = fc.dictionary(names, any, { maxKeys: 8, noNullPrototype: true });
    fc.assert(
      fc.property(operation, operation, fc.boolean(), (given, rest, isSwagger) => {
        const format = isSwagger ? { swagger: "2.0", openapi: 7 } : { openapi: "3.1.0" };
        const spec = parseLikeDatabase(JSON.stringify({ ...rest, paths: { "/a": { get: given } }, ...format }));
        expect(toApiReference(spec, [{ id: "x", operations: ["y"] }])).not.toBeNull();
      }),
      { numRuns: 250 },
    );
  });

  test("neither reads nor changes prototypes through inherited names such as __proto__", () => {
    const spec = parseLikeDatabase(`{
      "openapi": "3.1.0",
      "__proto__": { "paths": { "/x": { "get": {} } } },
      "paths": { "__proto__": { "get": { "operationId": "__proto__", "tags": ["__proto__"],
        "responses": { "__proto__": { "content": { "__proto__": { "schema": { "$ref": "#/__proto__/paths" } } } } } } } }
    }`);
    const reference = toApiReference(spec, [{ id: "constructor", operations: ["toString"] }]);
    expect(listOperations(reference)).toMatchObject([{ path: "__proto__", operationId: "__proto__" }]);
    expect({}).not.toHaveProperty("paths");
  });

  test("removes invisible control characters from a document's texts", () => {
    const operation = getOnlyOperation(
      makeDocument({ summary: "a\u0000b\u202ec\u001b[31m\n d", description: "one\r\ntwo\u2066" }),
    );
    expect(operation.summary).toBe("abc[31m d");
    expect(operation.description).toBe("one\ntwo");
  });
});
