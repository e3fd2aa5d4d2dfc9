import { describe, expect, test } from "vitest";
import { listOperations, printSchemaLines } from "./reference.fixture.ts";
import { toApiReference } from "./reference.ts";

const spec = {
  swagger: "2.0",
  info: { version: "2.1" },
  host: "api.example.com",
  basePath: "/v1",
  schemes: ["https"],
  consumes: ["application/json"],
  produces: ["application/json"],
  securityDefinitions: { Basic: { type: "basic" }, Key: { type: "apiKey", in: "query", name: "key" } },
  security: [{ Basic: [] }],
  parameters: { Page: { name: "page", in: "query", type: "integer", minimum: 1 } },
  paths: {
    "/receipts/{id}": {
      parameters: [{ name: "id", in: "path", required: true, type: "string" }],
      put: {
        operationId: "saveReceipt",
        parameters: [
          { $ref: "#/parameters/Page" },
          {
            name: "receipt",
            in: "body",
            required: true,
            description: "The receipt.",
            schema: { $ref: "#/definitions/Receipt" },
          },
        ],
        responses: {
          200: {
            description: "Stored.",
            schema: { type: "array", items: { $ref: "#/definitions/Receipt" } },
            examples: { "application/json": [{ total: 5 }] },
          },
          404: { description: "Not there." },
        },
      },
      post: {
        consumes: ["application/x-www-form-urlencoded"],
        parameters: [{ name: "total", in: "formData", required: true, type: "number", maximum: 100 }],
        responses: {},
      },
    },
  },
  definitions: { Receipt: { type: "object", required: ["total"], properties: { total: { type: "number" } } } },
};

describe("the reference of a Swagger 2 document", () => {
  const reference = toApiReference(spec, []);
  const [put, post] = listOperations(reference).toSorted((a, b) => b.method.localeCompare(a.method));

  test("shows format, server URL and credentials of a Swagger 2 document", () => {
    expect(reference).toMatchObject({
      format: "Swagger 2.0",
      version: "2.1",
      servers: [{ url: "https://api.example.com/v1" }],
      schemes: [
        { name: "Basic", kind: "basic" },
        { name: "Key", kind: "apiKey", at: { place: "query", name: "key" } },
      ],
    });
  });

  test("shows parameters with their bounds", () => {
    expect(put?.parameters).toMatchObject([
      { name: "page", in: "query", type: "integer", facts: [{ kind: "minimum", value: "1" }] },
      { name: "id", in: "path", type: "string", isRequired: true },
    ]);
  });

  test("shows bodies, forms and responses like those of OpenAPI 3", () => {
    const [body] = put?.body?.contents ?? [];
    expect(put?.body).toMatchObject({ isRequired: true, description: "The receipt." });
    expect(body?.mediaType).toBe("application/json");
    expect(body?.schema && printSchemaLines(body.schema)).toEqual(["total* number"]);
    expect(put?.responses).toMatchObject([
      {
        status: "200",
        contents: [{ schema: { type: "object[]" }, examples: [{ text: '[\n  {\n    "total": 5\n  }\n]' }] }],
      },
      { status: "404", contents: [] },
    ]);
    const [form] = post?.body?.contents ?? [];
    expect(form?.mediaType).toBe("application/x-www-form-urlencoded");
    expect(form?.schema && printSchemaLines(form.schema)).toEqual(["total* number [maximum=100]"]);
  });

  test("shows a sample call of a Swagger 2 operation", () => {
    expect(put?.call).toMatchObject({
      method: "PUT",
      url: "https://api.example.com/v1/receipts/{id}",
      headers: [{ name: "Authorization", value: "Basic YOUR_KEY" }],
    });
  });
});
