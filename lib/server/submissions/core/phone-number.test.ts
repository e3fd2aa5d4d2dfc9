import { expect, test } from "vitest";
import { emptyContent } from "../../../domain/company.fixture.ts";
import { toCompany } from "../../../domain/company.ts";
import { findPhoneNumber, toPhoneLinks } from "./phone-number.ts";
import { phoneSpellings } from "./phone-spellings.fixture.ts";

test("has sixty different spellings of phone numbers as examples", () => {
  expect(new Set(phoneSpellings.map(([typed]) => typed)).size).toBe(60);
});

test.each(phoneSpellings)("reads %j as %s if the company's country is unknown", (typed, number) => {
  expect(findPhoneNumber(typed, undefined)?.number ?? null).toBe(number);
});

test.each([
  ["5555 1234", "GT", "+50255551234"],
  ["8812 3456", "NI", "+50588123456"],
  ["55 1234 5678", "GT", "+525512345678"],
  ["+502 5555 1234", "MX", "+50255551234"],
  ["8812 3456", "MX", null],
  ["1 305 555 1234", "GT", null],
  ["(305) 555-1234", "US", "+13055551234"],
  ["+1 305 555 1234", "MX", "+13055551234"],
  ["+34 612 34 56 78", undefined, "+34612345678"],
])("reads %j for a company in %s as %s", (typed, home, number) => {
  expect(findPhoneNumber(typed, home)?.number ?? null).toBe(number);
});

const company = toCompany(emptyContent, "en");
const site = { name: "Encaje", company: { en: company, es: company } };
const contact = { phone: "(044) 55-1234-5678", reference: "E-12" };

test.each([
  ["es", "Ana Ruiz", "Hola, soy Ana Ruiz, de Encaje. Le escribo por su proyecto, referencia E-12."],
  ["es", undefined, "Hola, le escribo de parte de Encaje por su proyecto, referencia E-12."],
  ["en", "Ana Ruiz", "Hello, I’m Ana Ruiz from Encaje. I’m writing about your project, reference E-12."],
  ["en", undefined, "Hello, I’m writing from Encaje about your project, reference E-12."],
] as const)("prefills WhatsApp in %s for the operator %s", (language, operatorName, text) => {
  const links = toPhoneLinks({ ...contact, language, operatorName }, site);
  expect(links).toMatchObject({ international: "+52 55 1234 5678", callUrl: "tel:+525512345678" });
  const url = new URL(links?.whatsAppUrl ?? "");
  expect([url.origin, url.pathname, url.searchParams.get("text")]).toEqual(["https://wa.me", "/525512345678", text]);
});

test("returns no link for an invalid or missing number", () => {
  for (const phone of ["5555 1234", "", null])
    expect(toPhoneLinks({ ...contact, phone, language: "es" }, site)).toBeNull();
});
