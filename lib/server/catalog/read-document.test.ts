import { describe, expect, test } from "vitest";
import type { Operator } from "../../domain/access/operator.ts";
import { asObject } from "../../domain/json.ts";
import { readDocument, reviewImport } from "./read-document.ts";

/** CPU time in microseconds. */
const getCpuTime = ({ user, system }: NodeJS.CpuUsage) => user + system;

const petstore = {
  swagger: "2.0",
  info: { title: "Pets", version: "1" },
  host: "pets.example.com",
  basePath: "/v1",
  schemes: ["https"],
  consumes: ["application/json"],
  paths: {
    "/pets": {
      post: {
        parameters: [{ in: "body", name: "pet", required: true, schema: { $ref: "#/definitions/Pet" } }],
        responses: { 201: { description: "Made", schema: { $ref: "#/definitions/Pet" } } },
      },
    },
  },
  definitions: { Pet: { type: "object", properties: { name: { type: "string" } } } },
};

const yaml = `# An API
openapi: 3.1.0
info:
  title: A
  description: |
    One.

    Two.
x-shared: &ok { description: fine }
paths:
  /a:
    get:
      responses:
        200: *ok
        404:
          <<: *ok
          x-yes: yes
`;

test("keeps the text of a JSON document unchanged except for a byte order mark", async () => {
  const text = '{"openapi":"3.1.0","__proto__":{"a":1}}';
  expect(await readDocument(`\uFEFF${text}`)).toMatchObject({ json: text, conversions: [] });
});

test("converts YAML to the equivalent JSON, with aliases resolved", async () => {
  const read = await readDocument(yaml);
  expect("json" in read && JSON.parse(read.json)).toEqual({
    openapi: "3.1.0",
    info: { title: "A", description: "One.\n\nTwo.\n" },
    "x-shared": { description: "fine" },
    paths: {
      "/a": { get: { responses: { 200: { description: "fine" }, 404: { description: "fine", "x-yes": "yes" } } } },
    },
  });
  expect(read).toMatchObject({
    conversions: [
      { kind: "yaml", count: 1 },
      { kind: "aliases", count: 2 },
    ],
  });
});

test("converts Swagger 2.0 to OpenAPI 3.0", async () => {
  const read = await readDocument(JSON.stringify(petstore));
  expect("spec" in read && read.spec).toMatchObject({
    openapi: expect.stringMatching(/^3\.0/),
    servers: [{ url: "https://pets.example.com/v1" }],
    paths: {
      "/pets": {
        post: {
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
        },
      },
    },
    components: { schemas: { Pet: { type: "object" } } },
  });
  expect(read).toMatchObject({ conversions: expect.arrayContaining([{ kind: "swagger", count: 1 }]) });
});

const pet = { in: "body", name: "pet", required: true, schema: { $ref: "#/definitions/Pet" } };
const token = { in: "formData", name: "token", type: "string" };
const responses = { 201: { description: "Made" } };

async function convertPaths(paths: object, change: object = {}) {
  const read = await readDocument(JSON.stringify({ ...petstore, paths, ...change }));
  if ("fault" in read) throw new Error(`refused: ${read.fault}`);
  return read.spec;
}

test("converts a shared Swagger 2.0 body parameter to a request body of each operation that uses it", async () => {
  const parameters = { Pet: pet, Token: token };
  const post = { parameters: [{ $ref: "#/parameters/Pet" }], responses };
  const put = { parameters: [{ $ref: "#/parameters/Token" }, { ...token, name: "b" }], responses };
  const { paths, components } = await convertPaths({ "/pets": { post, put } }, { parameters });
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
  expect(paths).toMatchObject({
    "/pets": {
      post: { requestBody: { required: true, content } },
      put: { requestBody: { content: { "multipart/form-data": { schema: { properties: { token: {}, b: {} } } } } } },
    },
  });
  expect(paths).not.toHaveProperty(["/pets", "post", "parameters"]);
  expect(components).not.toHaveProperty("requestBodies");
});

test("converts the request bodies of a Swagger 2.0 path that is a reference", async () => {
  const post = { parameters: [{ $ref: "#/parameters/Pet" }], responses };
  const others = { parameters: { Pet: pet }, "x-items": { pets: { post } } };
  const { paths } = await convertPaths({ "/pets": { $ref: "#/x-items/pets" } }, others);
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
  expect(paths).toMatchObject({ "/pets": { post: { requestBody: { required: true, content } } } });
});

test("prefers an operation's body to its path's form in Swagger 2.0", async () => {
  const [form, body] = [[token], [pet]];
  const { paths } = await convertPaths({
    "/form": { parameters: form, post: { parameters: body, responses } },
    "/body": { parameters: body, post: { parameters: form, responses } },
  });
  const types = ["/form", "/body"].map((path) =>
    Object.keys(asObject(asObject(asObject(asObject(asObject(paths)[path]).post).requestBody).content)),
  );
  expect(types).toEqual([["application/json"], ["multipart/form-data"]]);
});

test("converts a path's body parameter for each operation without one of its own", async () => {
  const own = { in: "body", name: "own", schema: { type: "string" } };
  const patch = { parameters: [own], responses };
  const header = { in: "header", name: "X-Key", type: "string" };
  const { paths } = await convertPaths({ "/pets": { post: { responses }, patch, parameters: [pet, header] } });
  expect(paths).toMatchObject({
    "/pets": {
      parameters: [{ name: "X-Key", schema: { type: "string" } }],
      post: { requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } } },
      patch: { requestBody: { content: { "application/json": { schema: { type: "string" } } } } },
    },
  });
});

test("keeps the schemas of an operation whose `consumes` and `produces` are empty", async () => {
  const answer = { 200: { description: "Made", schema: { type: "string" } } };
  const post = { consumes: [], produces: [], parameters: [pet], responses: answer };
  const { paths } = await convertPaths({ "/pets": { post } }, { produces: [] });
  expect(paths).toMatchObject({
    "/pets": {
      post: {
        requestBody: { content: { "application/json": { schema: {} } } },
        responses: { 200: { content: { "application/json": { schema: { type: "string" } } } } },
      },
    },
  });
});

test("removes the `schemes` of Swagger 2.0, which OpenAPI 3.0 does not have", async () => {
  const paths = { "/pets": { get: { schemes: ["https"], responses } } };
  const { schemes, paths: converted } = await convertPaths(paths, { host: undefined });
  expect(schemes).toBeUndefined();
  expect(converted).toEqual({ "/pets": { get: { responses } } });
});

test("keeps unquoted version numbers such as 1.10 as written", async () => {
  const info = "info: { title: A, version: 1.10 }\npaths: {}";
  const modern = await readDocument(`openapi: 3.0\n${info}`);
  expect(modern).toMatchObject({ spec: { openapi: "3.0", info: { version: "1.10" } } });
  const old = await readDocument(`swagger: 2.0\n${info}`);
  expect(old).toMatchObject({ spec: { openapi: expect.stringMatching(/^3\.0/), info: { version: "1.10" } } });
  const asNumber = await readDocument('{ "swagger": 2.0, "info": { "title": "A", "version": "1" }, "paths": {} }');
  expect(asNumber).toMatchObject({ spec: { openapi: expect.stringMatching(/^3\.0/) } });
});

test("reads YAML values as JSON types, whatever tags the document declares", async () => {
  const values =
    "a: 2020-01-02\nb: !!binary aGk=\nc: !!set { x, y }\nd: !!omap [z: 1]\ne: yes\nf: 1_000\ng: 0755\nh: 1:30";
  const read = {
    a: "2020-01-02",
    b: "aGk=",
    c: { x: null, y: null },
    d: [{ z: 1 }],
    e: "yes",
    f: "1_000",
    g: 755,
    h: "1:30",
  };
  for (const version of ["", "%YAML 1.1\n---\n"]) {
    expect(await readDocument(`${version}openapi: 3.1.0\n${values}`)).toMatchObject({ spec: read });
  }
});

describe("refused document", () => {
  const deep = `${'{"a":'.repeat(101)}1${"}".repeat(101)}`;
  const laugh = [
    "a0: &a0 [x,x,x,x,x,x,x,x,x]",
    ...Array.from({ length: 8 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(",")}]`),
  ].join("\n");
  test.each<[string, string, object]>([
    ["an empty text", " ", { fault: "json" }],
    ["truncated JSON", '{"openapi":"3.0.0",\n"info":', { fault: "json", line: 2, column: 8 }],
    ["JSON without a comma", '{\n  "a": 1\n  "b": 2\n}', { fault: "json", line: 2, column: 8 }],
    ["an HTML page", "<!doctype html>\n<p>openapi</p>", { fault: "yaml" }],
    ["a plain word", "hello", { fault: "yaml" }],
    ["invalid YAML", "openapi: 3.1.0\ninfo:\n  title: [A\npaths: {}", { fault: "yaml", line: 4, column: 1 }],
    ["two YAML documents", "a: 1\n---\nb: 2", { fault: "yaml", line: 2, column: 1 }],
    ["a duplicate key in YAML", "paths:\n  /a: {}\n  /b: {}\n  /a: {}", { fault: "twice", line: 4, column: 3 }],
    [
      "a duplicate key in JSON",
      '{"paths":{"/a":{},\n\t"/b":{"c":"\\"d\\":","/a":{}},\n\t"/a":{}}}',
      { fault: "twice", line: 3, column: 2 },
    ],
    ["a duplicate key in very long JSON", `{"a":1,"a":[${"1,".repeat(700_000)}1]}`, { fault: "twice" }],
    ["an undefined alias", "a: *b", { fault: "aliases" }],
    ["aliases that multiply each other", laugh, { fault: "aliases" }],
    ["an alias that contains itself", "a: &a\n  b: *a", { fault: "too_long" }],
    ["a JSON array", "[]", { fault: "object" }],
    ["a YAML list", "- a", { fault: "yaml" }],
    ["null", "null", { fault: "object" }],
    ["a NUL character", '{"x":"\\u0000"}', { fault: "characters" }],
    ["a lone surrogate in a key", '{"\\ud800":{}}', { fault: "characters" }],
    ["JSON that is nested too deeply", deep, { fault: "deep" }],
    ["JSON that is nested deeper than any stack", "[".repeat(1_000_000), { fault: "deep" }],
    ["complex keys nested in each other", "? ".repeat(10_000), { fault: "deep" }],
    ["YAML that is nested too deeply", "- ".repeat(10_000), { fault: "deep" }],
    ["too many values", `[${"a,".repeat(200_000)}`, { fault: "too_long" }],
    ["JSON that is too large", `{"a":"${"x".repeat(2 * 1024 * 1024)}"}`, { fault: "too_long" }],
    [
      "Swagger with a hundred media types",
      JSON.stringify({ ...petstore, produces: Array(100).fill("text/plain") }),
      { fault: "swagger" },
    ],
  ])("refuses %s, and reports the kind of fault", async (_what, text, fault) => {
    expect(await readDocument(text)).toEqual(fault);
  });
});

test("converts or refuses a nonsensical Swagger document without throwing an error", async () => {
  for (const odd of [
    { paths: null },
    { paths: { "/a": null, b: { get: "nope" } } },
    { definitions: 5 },
    { produces: 5 },
  ]) {
    const read = await readDocument(JSON.stringify({ swagger: "2.0", ...odd }));
    expect("fault" in read ? read.fault : read.spec.openapi).toMatch(/^(swagger|3\.0\..)$/);
  }
});

test("keeps the event loop free while reading a large document", async () => {
  const paths = Array.from({ length: 4_000 }, (_, at) => `  /p${at}: { get: { summary: "Reads number ${at}" } }\n`);
  // Reads a small document first, because the first one also loads the libraries.
  await readDocument("openapi: 3.1.0");
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const read = await readDocument(`openapi: 3.1.0\npaths:\n${paths.join("")}`);
  clearInterval(timer);
  expect(read).toHaveProperty("json");
  expect(turns).toBeGreaterThan(10);
});

test("keeps the event loop free while reading several documents at once", async () => {
  const tags = Array.from({ length: 5 }, (_, at) => ({ name: `t${at}`, description: "a\n".repeat(2_000) }));
  const paths = Object.fromEntries(tags.map(({ name }) => [`/${name}`, { get: { tags: [name] } }]));
  const document = JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, tags, paths });
  const review = () => reviewImport({ document, url: "", target: "", language: "en" }, { operator: {} as Operator });
  // Starts the worker thread before the measurement.
  await readDocument("{}");
  const [here, everywhere] = [process.threadCpuUsage(), process.cpuUsage()];
  const reviews = await Promise.all([review(), review()]);
  expect(reviews[0]).toMatchObject({ texts: { services: { length: 5 } } });
  expect(getCpuTime(process.threadCpuUsage(here))).toBeLessThan(getCpuTime(process.cpuUsage(everywhere)) / 2);
});
