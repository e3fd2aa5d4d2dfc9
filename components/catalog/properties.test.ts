import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { makeSource } from "#lib/domain/catalog/reference/reference.fixture.ts";
import { toSchemaView } from "#lib/domain/catalog/reference/schema.ts";
import messages from "#messages/en/site.json" with { type: "json" };
import { SchemaProperties } from "./properties.tsx";

function readTexts(schema: object, isAnswer: boolean): string[] {
  const properties = createElement(SchemaProperties, { schema: toSchemaView(makeSource({}), schema), isAnswer });
  const intl = { locale: "en", messages, timeZone: "UTC" } as ComponentProps<typeof NextIntlClientProvider>;
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, intl, properties));
  return html.split(/(?:<[^>]+>)+/).filter(Boolean);
}

const member = { type: "object", required: ["id"], properties: { id: { type: "integer", readOnly: true } } };

test.each([
  ["object[]", { type: "array", items: member }],
  ["{ [name]: object }", { additionalProperties: member }],
  ["object | null", { anyOf: [member, { type: "null" }] }],
])("tells %s from a single object", (type, schema) => {
  expect(readTexts(schema, true)).toEqual([type, "id", "integer", "read only"]);
  expect(readTexts(member, true)).toEqual(["id", "integer", "read only"]);
});

test("requires no read-only property in a request", () => {
  expect(readTexts(member, false)).toEqual(["id", "integer", "read only"]);
});
