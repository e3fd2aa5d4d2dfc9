import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { lintOpenApi } from "../../e2e/support/redocly.ts";
import { asObject, type JsonObject } from "../domain/json.ts";
import { scopes } from "../domain/operation.ts";
import { buildOperatorOpenApi } from "./operator-openapi.ts";
import { operatorOperations } from "./operator-operations.ts";

const site = { siteUrl: "https://encaje.test", siteName: "Encaje", contactEmail: "hello@encaje.test" };
const document: JsonObject = JSON.parse(JSON.stringify(buildOperatorOpenApi(site)));
const schemas = asObject(asObject(document.components).schemas);
const items = Object.values(asObject(document.paths)).flatMap((methods) =>
  Object.values(asObject(methods)).map(asObject),
);

test("describes every operation and the scope that it needs", () => {
  expect(items.map(({ operationId }) => operationId)).toEqual(Object.keys(operatorOperations));
  for (const { description } of items) expect(String(description)).toMatch(/Scope: [a-z]+:[a-z]+\.$/);
  expect(new Set(Object.values(operatorOperations).map(({ scope }) => scope))).toEqual(new Set(scopes));
});

test("passes Redocly's recommended rules", async () => {
  expect(await lintOpenApi(document)).toEqual({ errors: 0, problems: [] });
});

test("has an example that matches its schema for each request and response", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, "document");
  const media = items.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody, ...Object.values(asObject(responses))].flatMap((part) => {
      const json = asObject(asObject(asObject(part).content)["application/json"]);
      return part === undefined
        ? []
        : [{ operationId, reference: String(asObject(json.schema).$ref), example: json.example }];
    }),
  );
  expect(media.length).toBeGreaterThan(60);
  for (const { operationId, reference, example } of media) {
    const isValid = example !== undefined && ajv.validate({ $ref: `document${reference}` }, example);
    expect({ operationId, reference, faults: isValid ? "" : ajv.errorsText() }).toMatchObject({ faults: "" });
  }
});

test("states the length limits of texts, and lists path parameters only as parameters", () => {
  expect(asObject(asObject(schemas.NewNote).properties).text).toMatchObject({
    type: "string",
    minLength: 1,
    maxLength: 4000,
  });
  expect(asObject(asObject(schemas.NewReply).properties).text).toMatchObject({ type: "string", maxLength: 8000 });
  expect(JSON.stringify(asObject(document.paths)["/v1/entries/{slug}"])).toContain("at most 12582912 bytes");
  for (const name of ["StatusChange", "OwnerChange", "NewNote", "NewReply", "EntryInput", "PublishEntry"]) {
    expect(Object.keys(asObject(asObject(schemas[name]).properties))).not.toEqual(
      expect.arrayContaining(["reference"]),
    );
    expect(asObject(asObject(schemas[name]).properties)).not.toHaveProperty("slug");
  }
});

test("reveals neither scores nor thresholds", () => {
  expect(JSON.stringify(document)).not.toMatch(/cut-?off|FIT_|reviewMin|qualifiedMin|"score"|"points"/i);
});
