import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold } from "../spelling.ts";
import { cutExcerpt, findMatchPlaces, findRanges, listMatches, shortenText, splitAtMatches } from "./matches.ts";
import { ApiCatalogEntry, type ApiCatalogService } from "./schema.ts";
import { toSearchWords } from "./search.ts";

const listMarked = (text: string, query: string) =>
  splitAtMatches(text, toSearchWords(query))
    .filter(({ isMatch }) => isMatch)
    .map((part) => part.text);

/** Letters, marks, ligatures, wide and astral characters, and sigma, whose lower case depends on its position. */
const unit = fc.constantFrom(..."aeioñáÉüß ﬁ½İΣσςǆ한🚀𝐄Ａ", "e\u0301", "\u0301", "\u0327", " ", "\n", "👩‍🚀");
/** Generates any code point, because fast-check's own generator takes most of a second to set up. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const anyText = fc.oneof(
  fc.string({ unit, maxLength: 40 }),
  fc.string({ unit: codePoint, maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
);
/** Replaces the final sigma, because a capital sigma folds to a different letter at the end of a word. */
const equateSigmas = (folded: string) => folded.replaceAll("ς", "σ");

describe("the marked parts of a text", () => {
  test.each([
    ["Envíos de premios", "envio", ["Envío"]],
    ["ENVI\u0301O y envío", "envío", ["ENVI\u0301O", "envío"]],
    ["Seguimiento de envi\u0301os", "ENVIO", ["envi\u0301o"]],
    ["a ﬁnal draw", "final", ["ﬁnal"]],
    ["a ﬁnal draw", "f", ["ﬁ"]],
    ["🚀 Ｅｎｖíｏ 🚀", "envio", ["Ｅｎｖíｏ"]],
    ["𝐄nvio", "env", ["𝐄nv"]],
    ["İstanbul", "ist", ["İst"]],
    ["draw, drawing, withdraw", "draw", ["draw", "draw", "draw"]],
    ["prize draws", "draws prize", ["prize", "draws"]],
    ["aaa", "aa", ["aa"]],
    ["loyalty", "lo yal loya", ["loyal"]],
    ["50% & <b>", "50% <b>", ["50%", "<b>"]],
    ["nothing here", "envio", []],
  ])("in the text %j, the search %j marks the parts %j", (text, query, expected) => {
    expect(listMarked(text, query)).toEqual(expected);
  });

  test("splits a text into parts that give the whole text when joined", () => {
    fc.assert(
      fc.property(anyText, anyText, (text, query) => {
        const words = toSearchWords(query);
        const parts = splitAtMatches(text, words);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        expect(parts.length === 1 || parts.every((part) => part.text)).toBe(true);
        const ends = findRanges(text, words).flatMap(({ start, end }) => [start, end]);
        expect(ends).toEqual(ends.toSorted((one, other) => one - other));
      }),
    );
  });

  test("marks a range that contains the searched word in full", () => {
    fc.assert(
      fc.property(anyText, fc.nat(), fc.nat(), (text, from, length) => {
        const characters = [...text];
        const start = characters.length ? from % characters.length : 0;
        const [word] = toSearchWords(characters.slice(start, start + 1 + (length % 4)).join(""));
        fc.pre(word !== undefined && fold(text).includes(word));
        const ranges = findRanges(text, [word ?? ""]);
        expect(ranges.length).toBeGreaterThan(0);
        for (const range of ranges) {
          expect(equateSigmas(fold(text.slice(range.start, range.end)))).toContain(equateSigmas(word ?? ""));
        }
      }),
    );
  });

  test("marks exactly the searched word if each character folds to one character", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."abñÁe 🚀"), maxLength: 30 });
    fc.assert(
      fc.property(
        letters,
        fc.string({ unit: fc.constantFrom(..."abne"), minLength: 1, maxLength: 3 }),
        (text, word) => {
          for (const { start, end } of findRanges(text, [word])) {
            // Only overlapping occurrences are merged; those of a single word never overlap.
            expect(fold(text.slice(start, end))).toBe(word);
          }
        },
      ),
    );
  });

  test("marks nothing if the text or the search is empty", () => {
    expect(splitAtMatches("text", [])).toEqual([{ text: "text", isMatch: false }]);
    expect(splitAtMatches("", ["a"])).toEqual([{ text: "", isMatch: false }]);
    expect(findRanges("text", [""])).toEqual([]);
  });

  test("marks at most 400 matches in a long text", () => {
    expect(findRanges("é".repeat(100_000), ["e"]).length).toBeLessThanOrEqual(400);
  });
});

describe("the excerpt of a text", () => {
  const long = `${"before ".repeat(40)}the envío itself${" after".repeat(40)}`;

  test("shows the first match between the words around it", () => {
    expect(cutExcerpt(long, ["envio"], 20)).toBe("…before before the envío itself after after…");
    expect(cutExcerpt("Un envío", ["envio"])).toBe("Un envío");
  });

  test("cuts a text to an excerpt that contains the match and stays within the length limit", () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const excerpt = cutExcerpt(`${before} envío ${after}`, ["envio"], 10);
        expect(fold(excerpt)).toContain("envio");
        expect(excerpt.length).toBeLessThan(60);
      }),
    );
  });

  test("shows the beginning of a text without a match", () => {
    expect(cutExcerpt("one two three", ["x"], 4)).toBe("one two…");
  });
});

test("cuts a text after a whole word, or within a long word after a whole character", () => {
  expect(shortenText("one two three", 8)).toBe("one two…");
  expect(shortenText("one two", 7)).toBe("one two");
  expect(shortenText("🚀🚀🚀", 3)).toBe("🚀…");
});

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
const listPlaces = (query: string) =>
  listMatches(entry, toSearchWords(query)).map(({ place, locale }) => (locale ? `${place} ${locale}` : place));

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
])("finds the words %j in the places %j", (query, expected) => {
  expect(listPlaces(query)).toEqual(expected);
});

describe("the places in which an entry matches", () => {
  test("lists matching places in the reader's language, and the slug only as a last resort", () => {
    expect(findMatchPlaces(entry, ["parcel"], "en")).toMatchObject({
      places: ["services", "operations", "endpoints"],
      otherPlaces: [],
    });
    expect(findMatchPlaces(entry, ["prize-"], "en").places).toEqual(["slug"]);
  });

  test("lists places in the other language only for words that the reader's language lacks", () => {
    expect(findMatchPlaces(entry, ["premios"], "es")).toMatchObject({ places: ["title"], otherPlaces: [] });
    expect(findMatchPlaces(entry, ["premios"], "en")).toMatchObject({ places: [], otherPlaces: ["title"] });
    expect(findMatchPlaces(entry, ["parcel", "ganado"], "en")).toMatchObject({
      places: ["services", "operations", "endpoints"],
      otherPlaces: ["description"],
    });
  });

  test("shows an excerpt for each searched word that the page does not show yet", () => {
    expect(findMatchPlaces(entry, ["prizes"], "en", ["Prizes"]).excerpts).toEqual([]);
    expect(findMatchPlaces(entry, ["ganado"], "en", ["Prizes"]).excerpts).toMatchObject([
      { place: "description", locale: "es", text: "Manda lo ganado." },
    ]);
    expect(findMatchPlaces(entry, ["parcels", "premios"], "en").excerpts).toMatchObject([
      { place: "services", locale: "en", text: "Parcels" },
      { place: "title", locale: "es", text: "Premios" },
    ]);
  });

  test("shows at most three excerpts for any number of words", () => {
    const words = toSearchWords("prizes won television follows createparcel premios");
    expect(findMatchPlaces(entry, words, "en").excerpts).toHaveLength(3);
  });
});

test("finds prize shipments by a word in either language", () => {
  const file = path.join(import.meta.dirname, "../../../prisma/seed/entries/prize-shipments.json");
  const draft = JSON.parse(fs.readFileSync(file, "utf8"));
  const sample = ApiCatalogEntry.parse({ ...draft, id: 1, updatedAt: entry.updatedAt });
  for (const query of ["envio", "envío", "ENVÍO"]) {
    expect(findMatchPlaces(sample, toSearchWords(query), "es").places).toContain("title");
    expect(findMatchPlaces(sample, toSearchWords(query), "en")).toMatchObject({ places: [] });
    expect(findMatchPlaces(sample, toSearchWords(query), "en").excerpts).toMatchObject([
      { place: "title", locale: "es" },
    ]);
  }
  expect(findMatchPlaces(sample, ["shipment"], "en").places).toContain("title");
  expect(findMatchPlaces(sample, ["shipment"], "es").places).toEqual(["operations", "endpoints"]);
});
