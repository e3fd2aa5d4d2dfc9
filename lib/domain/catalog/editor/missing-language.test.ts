import { expect, test } from "vitest";
import { fullContent } from "./editor.fixture.ts";
import { missingForReaders, missingLanguage } from "./missing-language.ts";

test("an entry that says everything in both languages, or nothing in either, misses nothing", () => {
  expect(missingLanguage(fullContent())).toEqual([]);
  expect(missingLanguage(fullContent({ descriptionEn: "", descriptionEs: " " }))).toEqual([]);
});

test("what is there in one language only is named, with the language it is missing in", () => {
  const [service] = fullContent().services;
  const entry = fullContent({
    titleEn: "",
    descriptionEs: "",
    useCasesEs: [],
    services: service ? [{ ...service, titleEs: "", descriptionEn: "" }] : [],
  });
  expect(missingLanguage(entry)).toEqual([
    { locale: "en", part: "title" },
    { locale: "es", part: "description" },
    { locale: "es", part: "useCases" },
    { locale: "es", part: "serviceTitle", service: "tracking" },
    { locale: "en", part: "serviceDescription", service: "tracking" },
  ]);
});

test("readers need title and description in both languages, and the titles of services", () => {
  expect(missingForReaders(fullContent({ useCasesEs: [] }))).toEqual([]);
  const [service] = fullContent().services;
  if (!service) throw new Error("The fixture has no service");
  const untitled = fullContent({ services: [service, { ...service, titleEs: "", descriptionEs: "" }] });
  expect(missingForReaders(untitled)).toEqual(["services.1.titleEs"]);
  expect(missingForReaders(fullContent({ titleEn: " ", descriptionEs: "" }))).toEqual(["titleEn", "descriptionEs"]);
});
