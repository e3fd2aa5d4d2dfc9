import { describe, expect, test } from "vitest";
import { listFieldFaults } from "../../submissions/core/field-faults.ts";
import type { FieldFault } from "../../text-bounds.ts";
import {
  contentBounds,
  EntryInput,
  listMissingTexts,
  listTextsMissingForReaders,
  pickTitle,
  toSlug,
} from "./content.ts";
import { fullContent } from "./editor.fixture.ts";

const seen = { id: 1, updatedAt: "2026-11-21T12:00:00.000Z", slug: "parcels", published: false };
const makeInput = (change: object) => ({ ...fullContent(), spec: "{}", entry: null, ...change });
const listFaults = (change: object) => {
  const input = makeInput(change);
  const { error } = EntryInput.safeParse(input);
  return error ? listFieldFaults(error, input) : [];
};
const [service] = fullContent().services;
const services = (...changes: object[]) => ({ services: changes.map((change) => ({ ...service, ...change })) });

test("keeps an entry unchanged, including the order of keys in its document", () => {
  const spec = '{"z":1,"a":{"__proto__":2}}';
  const { entry, spec: read, ...texts } = EntryInput.parse(makeInput({ spec }));
  expect({ ...texts, spec: {} }).toEqual(fullContent({ spec: {} }));
  expect(entry).toBeNull();
  expect(JSON.stringify(read)).toBe(spec);
});

test("accepts a draft in one language, but requires both for a published entry", () => {
  const english = { titleEs: "", descriptionEs: "" };
  const published = { entry: { ...seen, published: true } };
  expect(listFaults(english)).toEqual([]);
  expect(listFaults({ ...english, ...published })).toEqual([
    { field: "titleEs", rule: "required" },
    { field: "descriptionEs", rule: "required" },
  ]);
  expect(listFaults({ ...services({}, { id: "b", titleEs: " " }), ...published })).toEqual([
    { field: "services.1.titleEs", rule: "required" },
  ]);
  expect(listFaults({ ...english, titleEn: "" })).toEqual([{ field: "titleEn", rule: "required" }]);
});

test("lists the missing titles and descriptions of a published entry", () => {
  expect(listTextsMissingForReaders(fullContent({ useCasesEs: [] }))).toEqual([]);
  const content = { ...fullContent({ titleEn: " ", descriptionEs: "" }), ...services({}, { titleEs: "" }) };
  expect(listTextsMissingForReaders(content)).toEqual([["titleEn"], ["descriptionEs"], ["services", 1, "titleEs"]]);
});

describe("the slug of an entry", () => {
  test.each(["", "a b", "A", "-a", "a-", "a--b", "é", "a/b", "new", "import", "x".repeat(81)])(
    "rejects %j as a new slug",
    (slug) => {
      expect(listFaults({ slug }).map(({ field }) => field)).toEqual(["slug"]);
    },
  );

  test("keeps the slug of an existing entry, even if it is invalid for new entries", () => {
    expect(listFaults({ slug: "Old One", entry: { ...seen, slug: "Old One" } })).toEqual([]);
  });

  test.each([
    ["Envíos de Premios — v2", "envios-de-premios-v2"],
    ["  API  ", "api"],
    ["Import", "import-api"],
    ["日本", ""],
    [`${"long ".repeat(20)}`, "long-long-long-long-long-long-long-long"],
  ])("turns the title %j into the slug %j", (title, slug) => {
    expect(toSlug(title)).toBe(slug);
  });
});

test.each<[string, object, FieldFault]>([
  ["a title that is too long", { titleEn: "x".repeat(161) }, { field: "titleEn", rule: "too_long", max: 160 }],
  ["a NUL character", { descriptionEs: "a\0b" }, { field: "descriptionEs", rule: "characters" }],
  [
    "a line that is too long",
    { endpoints: ["a", "x".repeat(501)] },
    { field: "endpoints.1", rule: "too_long", max: 500 },
  ],
  ["too many lines", { useCasesEn: Array(51).fill("x") }, { field: "useCasesEn", rule: "other" }],
  ["a URL without https", { docsUrl: "http://example.com" }, { field: "docsUrl", rule: "other" }],
  ["a URL that is a script", { swaggerUrl: "javascript:alert(1)" }, { field: "swaggerUrl", rule: "other" }],
  ["a URL that is too long", { docsUrl: `https://${"x".repeat(2048)}` }, { field: "docsUrl", rule: "other" }],
  ["a service without an ID", services({ id: "" }), { field: "services.0.id", rule: "required" }],
  ["two services with the same ID", services({}, { id: " tracking" }), { field: "services.1.id", rule: "pattern" }],
  [
    "a service URL without https",
    services({ docsUrl: "ftp://x.example" }),
    { field: "services.0.docsUrl", rule: "other" },
  ],
  [
    "a service operation that is too long",
    services({ operations: ["a", "x".repeat(501)] }),
    { field: "services.0.operations.1", rule: "too_long", max: 500 },
  ],
  [
    "a document that is too long",
    { spec: "x".repeat(contentBounds.spec + 1) },
    { field: "spec", rule: "too_long", max: contentBounds.spec },
  ],
  ["a document that is not JSON", { spec: "{" }, { field: "spec", rule: "pattern" }],
  ["a document that is a list", { spec: "[1]" }, { field: "spec", rule: "pattern" }],
  [
    "a document that is nested too deeply",
    { spec: `${'{"a":'.repeat(101)}1${"}".repeat(101)}` },
    { field: "spec", rule: "other" },
  ],
])("rejects a catalog entry with %s", (_what, change, fault) => {
  expect(listFaults(change)).toEqual([fault]);
});

test("reports all faults of an entry at once", () => {
  const wrong = {
    spec: "no",
    docsUrl: "no",
    useCasesEs: ["x".repeat(501)],
    titleEn: "x".repeat(200),
    slug: "No",
    ...services({ id: "" }),
  };
  const fields = listFaults(wrong).map(({ field }) => field);
  expect(fields.toSorted()).toEqual(["docsUrl", "services.0.id", "slug", "spec", "titleEn", "useCasesEs.0"]);
});

test("shows the title in the reader's language, else in the other language", () => {
  const titles = { titleEn: "Prize draws", titleEs: "Sorteos" };
  expect([pickTitle(titles, "en"), pickTitle(titles, "es")]).toEqual(["Prize draws", "Sorteos"]);
  expect(pickTitle({ ...titles, titleEs: "" }, "es")).toBe("Prize draws");
  expect(pickTitle({ ...titles, titleEn: "" }, "en")).toBe("Sorteos");
});

test("does not list a text as missing if both languages have it or both lack it", () => {
  expect(listMissingTexts(fullContent())).toEqual([]);
  expect(listMissingTexts(fullContent({ descriptionEn: "", descriptionEs: " " }))).toEqual([]);
});

test("lists texts that exist in only one language, with the missing language", () => {
  const [service] = fullContent().services;
  const entry = fullContent({
    titleEn: "",
    descriptionEs: "",
    useCasesEn: ["Receipts", "Stamps", "Points"],
    useCasesEs: ["Recibos"],
    services: service ? [{ ...service, titleEs: "", descriptionEn: "" }] : [],
  });
  expect(listMissingTexts(entry)).toEqual([
    { locale: "en", part: "title" },
    { locale: "es", part: "description" },
    { locale: "es", part: "useCases", missing: 2, all: 3 },
    { locale: "es", part: "serviceTitle", service: "tracking" },
    { locale: "en", part: "serviceDescription", service: "tracking" },
  ]);
});
