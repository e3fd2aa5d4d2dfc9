import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold } from "../spelling.ts";
import { CatalogDraft } from "./schema.ts";
import {
  listCharacterPairs,
  readSearchQuery,
  searchLengthMax,
  toSearchText,
  toSearchTitle,
  toSearchWords,
  toSortTitle,
} from "./search.ts";

const service = { id: "s", titleEn: "", titleEs: "", descriptionEn: "", descriptionEs: "", operations: [] };
const nothing: CatalogDraft = {
  slug: "",
  titleEn: "",
  titleEs: "",
  descriptionEn: "",
  descriptionEs: "",
  useCasesEn: [],
  useCasesEs: [],
  endpoints: [],
  services: [],
  spec: {},
  published: true,
};

/**
 * Every place that a search must cover, listed by hand. Each function returns an entry with `text` in
 * that place only.
 */
const places: [place: string, entryWith: (text: string) => CatalogDraft][] = [
  ["the slug", (slug) => ({ ...nothing, slug })],
  ["the English title", (titleEn) => ({ ...nothing, titleEn })],
  ["the Spanish title", (titleEs) => ({ ...nothing, titleEs })],
  ["the English description", (descriptionEn) => ({ ...nothing, descriptionEn })],
  ["the Spanish description", (descriptionEs) => ({ ...nothing, descriptionEs })],
  ["an English use case", (text) => ({ ...nothing, useCasesEn: ["first", text] })],
  ["a Spanish use case", (text) => ({ ...nothing, useCasesEs: ["first", text] })],
  ["an endpoint", (text) => ({ ...nothing, endpoints: ["first", text] })],
  ["the English title of a service", (titleEn) => ({ ...nothing, services: [service, { ...service, titleEn }] })],
  ["the Spanish title of a service", (titleEs) => ({ ...nothing, services: [service, { ...service, titleEs }] })],
  ["the English text of a service", (descriptionEn) => ({ ...nothing, services: [{ ...service, descriptionEn }] })],
  ["the Spanish text of a service", (descriptionEs) => ({ ...nothing, services: [{ ...service, descriptionEs }] })],
  ["an operation", (text) => ({ ...nothing, services: [{ ...service, operations: ["first", text] }] })],
];

const isFound = (entry: CatalogDraft, query: string) =>
  toSearchWords(query).every((word) => toSearchText(entry).includes(word));

/** Any code point except surrogates. fast-check's own generator takes most of a second to set up. */
const codePoint = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

describe("the search for an entry", () => {
  test.each(places)("finds every word of %s, in any case, with or without accents", (_place, entryWith) => {
    const entry = entryWith("Validación de RECIBOS: Ñandú straße 50% o'clock");
    for (const query of ["validacion", "nandu ñANDÚ", "de recibos valida", "50%", "o'clock", "STRASSE".slice(0, 4)]) {
      expect(isFound(entry, query), query).toBe(true);
    }
    expect(isFound(entry, "recibos missing")).toBe(false);
  });

  test("finds an entry whose fields together contain all search words", () => {
    const entry = { ...nothing, slug: "loyalty-points", titleEs: "Puntos", endpoints: ["POST /v1/points"] };
    expect(isFound(entry, "  puntos POST\tloyalty ")).toBe(true);
  });
});

describe("the search text of an entry", () => {
  test("never joins the words of two fields into one word", () => {
    const texts = Array.from({ length: 13 }, (_, at) => `field${String.fromCharCode(97 + at)}`);
    const [slug, titleEn, titleEs, descriptionEn, descriptionEs, useCase, casoDeUso, endpoint, ...ofService] = texts;
    const [serviceEn, serviceEs, textEn, textEs, operation] = ofService;
    const entry = CatalogDraft.parse({
      ...nothing,
      slug,
      titleEn,
      titleEs,
      descriptionEn,
      descriptionEs,
      useCasesEn: [useCase],
      useCasesEs: [casoDeUso],
      endpoints: [endpoint],
      services: [
        { ...service, titleEn: serviceEn, titleEs: serviceEs, descriptionEn: textEn, descriptionEs: textEs },
        { ...service, operations: [operation] },
      ],
    });
    for (const first of texts) {
      expect(isFound(entry, first)).toBe(true);
      for (const second of texts) {
        expect(isFound(entry, first + second)).toBe(false);
        expect(isFound(entry, first.slice(-3) + second.slice(0, 3))).toBe(false);
      }
    }
  });

  test("finds no entry by its spec, its links or the ids of its services", () => {
    const entry = {
      ...nothing,
      docsUrl: "https://docs.example.com",
      swaggerUrl: "https://swagger.example.com",
      spec: { title: "hidden" },
      services: [{ ...service, id: "secretive" }],
    };
    for (const query of ["docs", "swagger", "hidden", "secretive"]) expect(isFound(entry, query)).toBe(false);
  });
});

describe("the words of a search", () => {
  test("splits a search into distinct folded words, longest first", () => {
    expect(toSearchWords(" De  ENVÍO de\tenvio\n100%_ ")).toEqual(["envio", "100%_", "de"]);
    for (const blank of ["", "   ", "\t\n\u00a0\u3000"]) expect(toSearchWords(blank)).toEqual([]);
  });

  test("keeps %, _, quotes and backslashes in search words", () => {
    expect(toSearchWords(`% _ ' " \\ ;--`).sort()).toEqual(["%", "_", "'", '"', "\\", ";--"].sort());
  });
});

describe("the fold function", () => {
  test("folds case and accents, whatever the Unicode form", () => {
    for (const text of ["Envío", "ENVÍO", "envi\u0301o", "ENVI\u0301O", "ｅｎｖｉｏ"]) expect(fold(text)).toBe("envio");
    expect(fold("İSTANBUL ﬁn Ω")).toBe("istanbul fin ω");
  });

  test("leaves folded text unchanged when it is folded again", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 30 }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

test("folds the titles by which entries are sorted and ranked", () => {
  const entry = { ...nothing, titleEn: "Éclair API", titleEs: "API Relámpago" };
  expect(toSortTitle(entry)).toBe("eclair api");
  expect(toSearchTitle(entry)).toBe("eclair api\napi relampago");
});

test("lists each pair of neighbouring characters once", () => {
  expect(listCharacterPairs("qr qrs\n🚀a x").sort()).toEqual(["qr", "rs", "🚀a"].sort());
  expect(listCharacterPairs("")).toEqual([]);
});

/** Any code point, surrogates included. fast-check's own generator takes most of a second to set up. */
const unit = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

test("reads a search into one line of text and its folded words", () => {
  expect(readSearchQuery("  Envío\tde\n premios ")).toEqual({
    text: "Envío de premios",
    words: ["premios", "envio", "de"],
  });
  for (const nothing of [undefined, "", "  ", [], "\0\u0007"])
    expect(readSearchQuery(nothing)).toEqual({ text: "", words: [] });
});

test("uses the last value of a repeated search parameter, as the API does", () => {
  expect(readSearchQuery(["one", "two"]).text).toBe("two");
});

test("shortens any search to storable text, which is read back unchanged", () => {
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 300 }), (given) => {
      const { text } = readSearchQuery(given);
      expect([...text].length).toBeLessThanOrEqual(searchLengthMax);
      expect(text.isWellFormed()).toBe(true);
      expect(readSearchQuery(text).text).toBe(text);
    }),
  );
  expect(readSearchQuery("🚀".repeat(100_000)).text).toBe("🚀".repeat(searchLengthMax));
});
