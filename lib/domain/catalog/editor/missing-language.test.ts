import { expect, test } from "vitest";
import { fullContent } from "./editor.fixture.ts";
import { listMissingTexts } from "./missing-language.ts";

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
