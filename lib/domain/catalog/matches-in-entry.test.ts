import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { foundIn, matchesIn } from "./matches-in-entry.ts";
import { ApiCatalogEntry, type ApiCatalogService } from "./schema.ts";
import { searchWords } from "./search-text.ts";

const service: ApiCatalogService = {
  id: "s",
  titleEn: "Parcels",
  titleEs: "Paquetes",
  descriptionEn: "Follows them.",
  descriptionEs: "Los sigue.",
  operations: ["createParcel"],
};
const entry: ApiCatalogEntry = {
  id: 1,
  slug: "prize-parcels",
  titleEn: "Prizes",
  titleEs: "Premios",
  descriptionEn: "Sends what was won.",
  descriptionEs: "Manda lo ganado.",
  useCasesEn: ["Deliver a television"],
  useCasesEs: ["Entregar un televisor"],
  endpoints: ["POST /v1/parcels"],
  services: [service],
  spec: {},
  published: true,
  updatedAt: "2026-11-21T08:00:00.000Z",
};
const places = (query: string) =>
  matchesIn(entry, searchWords(query)).map(({ place, locale }) => (locale ? `${place} ${locale}` : place));

describe("a word is found", () => {
  test.each([
    ["prizes", ["title en"]],
    ["premios", ["title es"]],
    ["won", ["description en"]],
    ["ganado", ["description es"]],
    ["television", ["useCases en"]],
    ["televisor", ["useCases es"]],
    ["follows", ["services en"]],
    ["paquetes", ["services es"]],
    ["createparcel", ["operations"]],
    ["/v1", ["endpoints"]],
    ["prize-", ["slug"]],
    ["parcel", ["services en", "operations", "endpoints", "slug"]],
    ["parcel premios", ["title es", "services en", "operations", "endpoints", "slug"]],
    ["nowhere", []],
  ])("%j: %j", (query, expected) => {
    expect(places(query)).toEqual(expected);
  });
});

describe("where it was found is told", () => {
  test("by the places of the reader's language, without the slug that repeats them", () => {
    expect(foundIn(entry, ["parcel"], "en")).toMatchObject({
      places: ["services", "operations", "endpoints"],
      otherPlaces: [],
    });
    expect(foundIn(entry, ["prize-"], "en").places).toEqual(["slug"]);
  });

  test("by the other language only for a word that the reader's does not have", () => {
    expect(foundIn(entry, ["premios"], "es")).toMatchObject({ places: ["title"], otherPlaces: [] });
    expect(foundIn(entry, ["premios"], "en")).toMatchObject({ places: [], otherPlaces: ["title"] });
    expect(foundIn(entry, ["parcel", "ganado"], "en")).toMatchObject({
      places: ["services", "operations", "endpoints"],
      otherPlaces: ["description"],
    });
  });

  test("with an excerpt for each word that is not seen already, the reader's language first", () => {
    expect(foundIn(entry, ["prizes"], "en", ["Prizes"]).excerpts).toEqual([]);
    expect(foundIn(entry, ["ganado"], "en", ["Prizes"]).excerpts).toMatchObject([
      { place: "description", locale: "es", text: "Manda lo ganado." },
    ]);
    expect(foundIn(entry, ["parcels", "premios"], "en").excerpts).toMatchObject([
      { place: "services", locale: "en", text: "Parcels" },
      { place: "title", locale: "es", text: "Premios" },
    ]);
  });

  test("with few excerpts, however many words there are", () => {
    const words = searchWords("prizes won television follows createparcel premios");
    expect(foundIn(entry, words, "en").excerpts).toHaveLength(3);
  });
});

test("envio, envío and shipment are found in the sample of shipments, told in each language", () => {
  const file = path.join(import.meta.dirname, "../../../prisma/seed/entries/prize-shipments.json");
  const draft = JSON.parse(fs.readFileSync(file, "utf8"));
  const sample = ApiCatalogEntry.parse({ ...draft, id: 1, updatedAt: entry.updatedAt });
  for (const query of ["envio", "envío", "ENVÍO"]) {
    expect(foundIn(sample, searchWords(query), "es").places).toContain("title");
    expect(foundIn(sample, searchWords(query), "en")).toMatchObject({ places: [] });
    expect(foundIn(sample, searchWords(query), "en").excerpts).toMatchObject([{ place: "title", locale: "es" }]);
  }
  expect(foundIn(sample, ["shipment"], "en").places).toContain("title");
  expect(foundIn(sample, ["shipment"], "es").places).toEqual(["operations", "endpoints"]);
});
