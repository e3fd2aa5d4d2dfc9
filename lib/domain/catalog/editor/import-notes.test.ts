import { expect, test } from "vitest";
import { openapiDocument } from "./editor.fixture.ts";
import { listSwaggerChanges, listUnusedParts } from "./import-notes.ts";

const listUnused = (change: Record<string, unknown>) => listUnusedParts(openapiDocument({ tags: [], ...change }));

test("imports all of a valid document except a URL that is not https", () => {
  expect(listUnusedParts(openapiDocument())).toEqual({
    parts: [{ at: "tags.1.externalDocs", reason: "address" }],
    more: 0,
  });
});

test("lists each unused part of a document with the reason", () => {
  const paths = {
    "/a": { get: "nope", gett: {}, query: {}, post: { tags: [5] }, summary: "fine", "x-more": 1 },
    b: null,
    "/c": { $ref: "https://example.com/c.json" },
    "/d": { $ref: "#/nowhere" },
    "x-note": "fine",
  };
  expect(listUnused({ paths, tags: [3, { name: "" }], externalDocs: "none" }).parts).toEqual([
    { at: "externalDocs", reason: "not_object" },
    { at: "tags.0", reason: "not_object" },
    { at: "tags.1", reason: "no_name" },
    { at: "paths./a.get", reason: "not_object" },
    { at: "paths./a.gett", reason: "no_method" },
    { at: "paths./a.post.tags", reason: "no_name" },
    { at: "paths.b", reason: "not_object" },
    { at: "paths./c", reason: "unresolved" },
    { at: "paths./d", reason: "unresolved" },
  ]);
});

test("counts unused parts beyond the first fifty", () => {
  const paths = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`/p${at}`, null]));
  expect(listUnused({ paths })).toMatchObject({ parts: { length: 50 }, more: 30 });
});

test("reports endpoints and services over the limits as unused", () => {
  const list = (length: number) => {
    const entries = Array.from({ length }, (_, at) => [`/p${at}`, { get: { tags: [`tag ${at % 101}`] } }]);
    return listUnused({ paths: Object.fromEntries(entries) }).parts;
  };
  expect(list(100)).toEqual([]);
  expect(list(101)).toEqual([{ at: "tags (101)", reason: "too_many" }]);
  expect(list(1_001)).toEqual([
    { at: "paths (1001)", reason: "too_many" },
    { at: "tags (101)", reason: "too_many" },
  ]);
});

test("counts the parts of each kind that a conversion from Swagger 2.0 replaces", () => {
  const parameters = [
    { in: "body", name: "x", schema: {} },
    { in: "query", name: "y", type: "array", collectionFormat: "csv" },
    { in: "formData", name: "z", type: "file" },
  ];
  const document = {
    swagger: "2.0",
    host: "example.com",
    schemes: ["https", "http"],
    definitions: { A: {}, B: {} },
    securityDefinitions: { key: {} },
    produces: ["application/json"],
    parameters: { Body: { in: "body", name: "b", schema: {} }, Page: { in: "query", name: "page", type: "integer" } },
    paths: { "/a": { post: { parameters, consumes: ["text/plain"], schemes: ["http"] }, get: "nope" } },
  };
  expect(Object.fromEntries(listSwaggerChanges(document).map(({ kind, count }) => [kind, count]))).toEqual({
    swagger: 1,
    servers: 2,
    schemas: 2,
    bodies: 3,
    sharedParameters: 1,
    security: 1,
    mediaTypes: 2,
    lists: 1,
    files: 1,
    schemes: 1,
  });
});
