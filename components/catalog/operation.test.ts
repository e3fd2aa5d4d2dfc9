import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { getOnlyOperation, makeDocument, makeSource } from "#lib/domain/catalog/reference/reference.fixture.ts";
import { toSchemaView } from "#lib/domain/catalog/reference/schema.ts";
import messages from "#messages/en/site.json" with { type: "json" };
import { OperationContent } from "./operation.tsx";
import { SchemaProperties } from "./properties.tsx";

function readTexts(element: ReactNode): string[] {
  const intl = { locale: "en", messages, timeZone: "UTC" } as ComponentProps<typeof NextIntlClientProvider>;
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, intl, element));
  return html.split(/(?:<[^>]+>)+/).filter(Boolean);
}

const readSchema = (schema: object, isReceived: boolean) =>
  readTexts(createElement(SchemaProperties, { schema: toSchemaView(makeSource({}), schema), isReceived }));

const member = { type: "object", required: ["id"], properties: { id: { type: "integer", readOnly: true } } };

test.each([
  ["object[]", { type: "array", items: member }],
  ["{ [name]: object }", { additionalProperties: member }],
  ["object | null", { anyOf: [member, { type: "null" }] }],
])("shows that the type %s is not a single object", (type, schema) => {
  expect(readSchema(schema, true)).toEqual([type, "id", "integer", "read only"]);
  expect(readSchema(member, true)).toEqual(["id", "integer", "read only"]);
});

test("marks no read-only property of a request as required", () => {
  expect(readSchema(member, false)).toEqual(["id", "integer", "read only"]);
});

test.each([
  ["Needs A or B", [{ A: [] }, { B: [] }]],
  ["Accepts A, but needs no credentials", [{}, { A: [] }]],
  ["Needs no credentials", []],
])("describes the credentials of an operation as: %s", (text, security) => {
  const operation = getOnlyOperation(makeDocument({ security }));
  expect(readTexts(createElement(OperationContent, { operation }))).toEqual([text]);
});

test("marks optional properties of the body that a webhook's receiver reads", () => {
  const content = { "application/json": { schema: { ...member, properties: { ...member.properties, note: {} } } } };
  const hook = { requestBody: { content }, responses: { 200: { description: "Taken", content } } };
  const operation = getOnlyOperation({ openapi: "3.1.0", webhooks: { paid: { post: hook } } });
  const texts = readTexts(createElement(OperationContent, { operation })).slice(1);
  const [id, note] = [
    ["id", "integer"],
    ["note", "any"],
  ];
  expect(texts).toEqual([
    ...["Request body ", "application/json", ...id, "read only", ...note, "optional"],
    ...["Responses ", "200", "Taken", "application/json", ...id, "read only", ...note],
  ]);
});
