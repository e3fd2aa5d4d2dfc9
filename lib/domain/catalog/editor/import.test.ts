import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EntryInput } from "./content.ts";
import { fullContent, openapiDocument } from "./editor.fixture.ts";
import { applyChoice, applyDocument, applyImport, readOpenapi, replaceFields } from "./import.ts";

const read = (json: string) => readOpenapi(JSON.parse(json), (markdown) => markdown);

function importDocument(document: unknown) {
  const found = read(typeof document === "string" ? document : JSON.stringify(document));
  if ("fault" in found) throw new Error(`refused: ${found.fault}`);
  return found.api;
}

function findFault(text: string): string {
  const found = read(text);
  return "fault" in found ? found.fault : "none";
}

describe("the import of an OpenAPI 3.0 document", () => {
  const api = importDocument(openapiDocument());

  test("reads title, description and documentation URL of a document", () => {
    expect(api).toMatchObject({
      title: "Parcels API",
      description: "Sends and follows parcels.",
      docsUrl: "https://example.com/parcels",
    });
  });

  test("lists each endpoint by method and path, and keeps the whole document", () => {
    expect(api.endpoints).toEqual(["GET /parcels", "POST /parcels", "GET /parcels/{id}", "DELETE /parcels/{id}"]);
    expect(api.spec).toEqual(openapiDocument());
  });

  test("makes a service from each tag that an operation lists first", () => {
    expect(api.services).toEqual([
      {
        id: "tracking-events",
        title: "Tracking events",
        description: "Where it is.",
        operations: ["listParcels", "GET /parcels/{id}"],
        docsUrl: null,
      },
      { id: "Labels", title: "Printed labels", description: "", operations: ["createParcel"], docsUrl: null },
    ]);
  });
});

describe("the import of an OpenAPI 3.1 document", () => {
  test("accepts a document with webhooks instead of paths", () => {
    const api = importDocument({
      openapi: "3.1.0",
      info: { title: "Events", version: "1", summary: "Tells you." },
      webhooks: { sent: { post: { tags: ["hooks"] } } },
    });
    expect(api).toMatchObject({ title: "Events", description: "Tells you.", endpoints: [], services: [] });
  });

  test("reads the operations of a path that is given as a $ref", () => {
    const shared = { get: { operationId: "read", tags: ["a"] } };
    const document = openapiDocument({
      openapi: "3.1.1",
      paths: { "/x": { $ref: "#/components/pathItems/x" } },
      components: { pathItems: { x: shared } },
    });
    expect(importDocument(document)).toMatchObject({
      endpoints: ["GET /x"],
      services: [{ id: "a", operations: ["read"] }],
    });
  });
});

test("makes no services from a document without tags", () => {
  expect(importDocument(openapiDocument({ tags: undefined, paths: { "/a": { get: {} } } })).services).toEqual([]);
});

test("imports only the first paragraph of a description", () => {
  const findParagraph = (markdown: string) => markdown.split("\n\n", 1).join("");
  const info = { title: "A", description: "First.\n\nSecond." };
  const tags = [{ name: "a", description: "One.\n\nTwo." }];
  const found = readOpenapi({ openapi: "3.1.0", info, tags, paths: { "/a": { get: { tags: ["a"] } } } }, findParagraph);
  expect(found).toMatchObject({ api: { description: "First.", services: [{ description: "One." }] } });
});

test("imports tags and paths named like prototype properties", () => {
  const text = `{"openapi":"3.0.0","info":{"title":"Odd"},"__proto__":{"polluted":1},"tags":[{"name":"constructor"}],
    "paths":{"__proto__":{"get":{"operationId":"toString","tags":["__proto__"]}},
    "/b":{"post":{"tags":["constructor"]}},"/c":{"put":{"tags":["hasOwnProperty"]}}}}`;
  const api = importDocument(text);
  expect(api.endpoints).toEqual(["GET __proto__", "POST /b", "PUT /c"]);
  expect(api.services.map(({ id }) => id)).toEqual(["constructor", "__proto__", "hasOwnProperty"]);
  expect(Object.keys(api.spec)).toContain("__proto__");
  expect({}).not.toHaveProperty("polluted");
});

describe("a document that cannot be imported", () => {
  test.each([
    ["Swagger 2", '{"swagger":"2.0","info":{"title":"A"},"paths":{}}', "version"],
    ["OpenAPI 4", '{"openapi":"4.0.0","info":{"title":"A"},"paths":{}}', "version"],
    ["a version that is a number", '{"openapi":3.1,"info":{"title":"A"},"paths":{}}', "version"],
    ["a document without title", '{"openapi":"3.0.0","paths":{}}', "no_title"],
    ["a title that is not text", '{"openapi":"3.0.0","info":{"title":{}},"paths":{}}', "no_title"],
    ["OpenAPI 3.0 without paths", '{"openapi":"3.0.0","info":{"title":"A"}}', "no_paths"],
    ["paths that are a list", '{"openapi":"3.1.0","info":{"title":"A"},"paths":[]}', "no_paths"],
  ])("refuses to import %s, and names the fault", (_what, text, fault) => {
    expect(findFault(text)).toBe(fault);
  });
});

test("turns every accepted document into content that can be stored and edited", () => {
  const odd = fc.jsonValue({ maxDepth: 3 });
  const document = fc.record({
    openapi: fc.constantFrom("3.0.0", "3.1.0"),
    info: fc.oneof(odd, fc.record({ title: fc.oneof(fc.string(), fc.constant("x".repeat(500))), description: odd })),
    tags: fc.oneof(odd, fc.array(fc.record({ name: odd, description: odd, externalDocs: odd }))),
    paths: fc.oneof(
      odd,
      fc.dictionary(fc.string(), fc.record({ get: odd, post: fc.record({ tags: odd, operationId: odd }) })),
    ),
  });
  fc.assert(
    fc.property(document, (value) => {
      const found = read(JSON.stringify(value));
      if ("fault" in found) return;
      const content = applyImport(fullContent(), found.api, "en");
      const input = { ...content, spec: JSON.stringify(content.spec), entry: null };
      expect(EntryInput.safeParse(input).error?.issues).toBeUndefined();
    }),
  );
});

describe("the import into an existing entry", () => {
  const operation = { get: { operationId: "find", tags: ["tracking"] } };
  const api = importDocument(
    openapiDocument({ tags: [{ name: "tracking", description: "New." }], paths: { "/a": operation } }),
  );

  test("replaces texts in the document's language only", () => {
    expect(applyImport(fullContent(), api, "es")).toMatchObject({
      slug: "parcels",
      titleEn: "Parcels",
      titleEs: "Parcels API",
      descriptionEn: "Follows parcels.",
      descriptionEs: "Sends and follows parcels.",
      useCasesEn: ["Tell where it is"],
    });
  });

  test("keeps the texts of an existing service that the matching tag does not replace", () => {
    expect(applyImport(fullContent(), api, "en").services).toEqual([
      {
        id: "tracking",
        titleEn: "Tracking",
        titleEs: "Rastreo",
        descriptionEn: "New.",
        descriptionEs: "Dónde está.",
        operations: ["find"],
        docsUrl: "https://example.com/tracking",
        swaggerUrl: null,
      },
    ]);
  });

  test("keeps the entry's fields that the document lacks", () => {
    const bare = importDocument({ openapi: "3.1.0", info: { title: "Bare" }, paths: {} });
    const { endpoints, services, docsUrl, descriptionEn } = applyImport(fullContent(), bare, "en");
    const known = fullContent();
    expect({ endpoints, services, docsUrl, descriptionEn }).toEqual({
      endpoints: known.endpoints,
      services: known.services,
      docsUrl: known.docsUrl,
      descriptionEn: known.descriptionEn,
    });
  });

  test("replaces no text when the document comes from the entry's own address", () => {
    const paths = { "/a": operation, "/b": { get: { operationId: "print", tags: ["labels"] } } };
    const both = importDocument(openapiDocument({ tags: [{ name: "labels", description: "Prints them." }], paths }));
    const [tracking] = fullContent().services;
    expect(applyDocument(fullContent(), both)).toEqual({
      ...fullContent(),
      endpoints: both.endpoints,
      services: [
        {
          id: "labels",
          titleEn: "Labels",
          titleEs: "Labels",
          descriptionEn: "Prints them.",
          descriptionEs: "Prints them.",
          operations: ["print"],
          docsUrl: null,
          swaggerUrl: null,
        },
        { ...tracking, operations: ["find"] },
      ],
      spec: both.spec,
    });
  });

  test("replaces only the chosen fields of an entry", () => {
    const taken = replaceFields(fullContent(), applyImport(fullContent(), api, "en"), [
      "titleEn",
      "__proto__",
      "nothing",
    ]);
    expect(taken).toEqual(fullContent({ titleEn: "Parcels API" }));
  });

  test("creates a new entry with the chosen slug", () => {
    expect(applyChoice(null, api, { language: "en", slug: " boxes ", take: [] })).toMatchObject({
      slug: "boxes",
      titleEn: "Parcels API",
      titleEs: "",
    });
  });
});
