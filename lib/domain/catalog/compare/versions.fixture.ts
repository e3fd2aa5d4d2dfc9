import type { JsonObject } from "../../json.ts";

function makePetSchema(root: string, nullable: (schema: JsonObject) => JsonObject, above: JsonObject) {
  return {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "integer", format: "int64", readOnly: true },
      name: nullable({ type: "string", minLength: 1 }),
      status: { type: "string", enum: ["free", "sold"], default: "free" },
      price: { type: "number", ...above },
      parent: { $ref: `${root}Pet` },
      tags: { type: "array", items: { type: "string" }, uniqueItems: true },
    },
  };
}

function makeSwagger(): JsonObject {
  const list = { name: "tags", in: "query", type: "array", items: { type: "string" } };
  const petBody = { name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } };
  const file = { name: "file", in: "formData", type: "file", required: true };
  return {
    swagger: "2.0",
    info: { title: "Pets", version: "1" },
    host: "pets.example",
    basePath: "/v1",
    schemes: ["https"],
    consumes: ["application/json"],
    produces: ["application/json"],
    security: [{ key: [] }],
    paths: {
      "/pets": {
        parameters: [{ $ref: "#/parameters/limit" }],
        get: {
          parameters: [
            { ...list, collectionFormat: "multi" },
            { ...list, name: "ids", collectionFormat: "csv" },
            { ...list, name: "fields", collectionFormat: "pipes" },
          ],
          responses: {
            200: {
              description: "Pets",
              schema: { type: "array", items: { $ref: "#/definitions/Pet" } },
              headers: { "X-Next": { type: "string" } },
              examples: { "application/json": [] },
            },
            default: { $ref: "#/responses/Error" },
          },
        },
        post: {
          parameters: [petBody],
          responses: { 201: { description: "Made", schema: { $ref: "#/definitions/Pet" } } },
          security: [{ oauth: ["write"] }, { basic: [] }],
        },
      },
      "/pets/{id}/photo": {
        parameters: [{ name: "id", in: "path", required: true, type: "integer" }],
        put: {
          consumes: ["multipart/form-data"],
          produces: ["image/png"],
          parameters: [
            file,
            { name: "note", in: "formData", type: "string", description: "A note" },
            { ...list, in: "formData", collectionFormat: "multi" },
          ],
          responses: { 200: { description: "Photo", schema: { type: "file" } } },
        },
      },
    },
    parameters: {
      limit: { name: "limit", in: "query", type: "integer", minimum: 0, exclusiveMinimum: true, default: 20 },
    },
    responses: {
      Error: { description: "Error", schema: { type: "object", properties: { error: { type: "string" } } } },
    },
    definitions: {
      Pet: makePetSchema("#/definitions/", (schema) => ({ ...schema, "x-nullable": true }), {
        minimum: 0,
        exclusiveMinimum: true,
      }),
    },
    securityDefinitions: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      basic: { type: "basic" },
      oauth: {
        type: "oauth2",
        flow: "accessCode",
        authorizationUrl: "https://a.example",
        tokenUrl: "https://t.example",
        scopes: { write: "Write" },
      },
    },
  };
}

function makeOpenapi(openapi: string): JsonObject {
  const isOld = openapi.startsWith("3.0");
  const nullable = (schema: JsonObject) =>
    isOld ? { ...schema, nullable: true } : { ...schema, type: [schema.type, "null"] };
  const above = isOld ? { minimum: 0, exclusiveMinimum: true } : { exclusiveMinimum: 0 };
  const root = "#/components/schemas/";
  const reference = { $ref: `${root}Pet` };
  const json = (schema: unknown, rest: JsonObject = {}) => ({ "application/json": { schema, ...rest } });
  const list = { in: "query", schema: { type: "array", items: { type: "string" } } };
  const file = isOld ? { type: "string", format: "binary" } : { contentMediaType: "application/octet-stream" };
  const form = {
    type: "object",
    required: ["file"],
    properties: { file, note: { type: "string", description: "A note" }, tags: list.schema },
  };
  return {
    openapi,
    info: { title: "Pets", version: "1" },
    servers: [{ url: "https://pets.example/v1" }],
    security: [{ key: [] }],
    paths: {
      "/pets": {
        parameters: [{ $ref: "#/components/parameters/limit" }],
        get: {
          parameters: [
            { ...list, name: "tags" },
            { ...list, name: "ids", explode: false },
            { ...list, name: "fields", style: "pipeDelimited", explode: false },
          ],
          responses: {
            200: {
              description: "Pets",
              content: json({ type: "array", items: reference }, { example: [] }),
              headers: { "X-Next": { schema: { type: "string" } } },
            },
            default: { $ref: "#/components/responses/Error" },
          },
        },
        post: {
          requestBody: { required: true, content: json(reference) },
          responses: { 201: { description: "Made", content: json(reference) } },
          security: [{ oauth: ["write"] }, { basic: [] }],
        },
      },
      "/pets/{petId}/photo": {
        parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
        put: {
          requestBody: { required: true, content: { "multipart/form-data": { schema: form } } },
          responses: { 200: { description: "Photo", content: { "image/png": isOld ? { schema: file } : {} } } },
        },
      },
    },
    components: {
      parameters: { limit: { name: "limit", in: "query", schema: { type: "integer", ...above, default: 20 } } },
      responses: {
        Error: { description: "Error", content: json({ type: "object", properties: { error: { type: "string" } } }) },
      },
      schemas: { Pet: makePetSchema(root, nullable, above) },
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "X-Key" },
        basic: { type: "http", scheme: "basic" },
        oauth: {
          type: "oauth2",
          flows: {
            authorizationCode: {
              authorizationUrl: "https://a.example",
              tokenUrl: "https://t.example",
              scopes: { write: "Write" },
            },
          },
        },
      },
    },
  };
}

/** One API in four versions of the format. */
export const versions: Record<string, JsonObject> = {
  "2.0": makeSwagger(),
  "3.0": makeOpenapi("3.0.3"),
  "3.1": makeOpenapi("3.1.0"),
  "3.2": makeOpenapi("3.2.0"),
};
