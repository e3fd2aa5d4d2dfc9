import { describe, expect, test } from "vitest";
import { applyImport } from "./apply-import.ts";
import { slugOf } from "./content.ts";
import { fullContent, openapiDocument } from "./editor.fixture.ts";
import { fromOpenapi } from "./from-openapi.ts";
import { takeFields } from "./import-form.ts";

function apiOf(document: Record<string, unknown>) {
  const read = fromOpenapi(JSON.stringify(document));
  if ("fault" in read) throw new Error(read.fault);
  return read.api;
}

describe("an import into an entry", () => {
  const operation = { get: { operationId: "find", tags: ["tracking"] } };
  const api = apiOf(openapiDocument({ tags: [{ name: "tracking", description: "New." }], paths: { "/a": operation } }));

  test("fills the texts of the document's language and leaves the other one", () => {
    expect(applyImport(fullContent(), api, "es")).toMatchObject({
      slug: "parcels",
      titleEn: "Parcels",
      titleEs: "Parcels API",
      descriptionEn: "Follows parcels.",
      descriptionEs: "Sends and follows parcels.",
      useCasesEn: ["Tell where it is"],
    });
  });

  test("keeps what people wrote of a service that is named by the same tag", () => {
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

  test("leaves what the document says nothing of", () => {
    const bare = apiOf({ openapi: "3.1.0", info: { title: "Bare" }, paths: {} });
    const { endpoints, services, docsUrl, descriptionEn } = applyImport(fullContent(), bare, "en");
    const known = fullContent();
    expect({ endpoints, services, docsUrl, descriptionEn }).toEqual({
      endpoints: known.endpoints,
      services: known.services,
      docsUrl: known.docsUrl,
      descriptionEn: known.descriptionEn,
    });
  });

  test("can be taken over in part", () => {
    const taken = takeFields(fullContent(), applyImport(fullContent(), api, "en"), ["titleEn", "__proto__", "nothing"]);
    expect(taken).toEqual(fullContent({ titleEn: "Parcels API" }));
  });
});

test.each([
  ["Envíos de Premios — v2", "envios-de-premios-v2"],
  ["  API  ", "api"],
  ["Import", "import-api"],
  ["日本", ""],
  [`${"long ".repeat(20)}`, "long-long-long-long-long-long-long-long"],
])("a new entry of %j is offered the slug %j", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
