import { expect, test } from "vitest";
import { emptyContent } from "../../../domain/company.fixture.ts";
import { toCompany } from "../../../domain/company.ts";
import { findPhoneNumber, toPhoneLinks } from "./phone-number.ts";

/** Spellings of phone numbers as people of seven countries type them, with E.164; null if no link may be made of it. */
const phoneSpellings: (readonly [typed: string, number: string | null])[] = [
  // Mexico: today's
  ["+52 55 1234 5678", "+525512345678"],
  ["+525512345678", "+525512345678"],
  ["+52 (55) 1234-5678", "+525512345678"],
  ["+52-81-1234-5678", "+528112345678"],
  ["52 55 1234 5678", "+525512345678"],
  ["0052 55 1234 5678", "+525512345678"],
  ["55 1234 5678", "+525512345678"],
  ["(33) 1234 5678", "+523312345678"],
  ["5512345678", "+525512345678"],
  ["55.12.34.56.78", "+525512345678"],
  ["Cel. 55 1234 5678", "+525512345678"],
  ["＋５２ ５５ １２３４ ５６７８", "+525512345678"],
  // Mexico: until 2019 and 2020
  ["+52 1 55 1234 5678", "+525512345678"],
  ["+5215512345678", "+525512345678"],
  ["+52 (1) 55 1234 5678", "+525512345678"],
  ["52 1 81 1234 5678", "+528112345678"],
  ["00521 55 1234 5678", "+525512345678"],
  ["044 55 1234 5678", "+525512345678"],
  ["(044) 55-1234-5678", "+525512345678"],
  ["045 33 1234 5678", "+523312345678"],
  ["+52 044 55 1234 5678", "+525512345678"],
  ["01 55 1234 5678", "+525512345678"],
  ["01 (55) 1234-5678", "+525512345678"],
  ["01 800 123 4567", "+528001234567"],
  // Mexico: too short, too long, two in one
  ["1234 5678 55 1", null],
  ["55 1234 567", null],
  ["+52 55 1234 56789", null],
  ["55 1234 5678 / 55 8765 4321", null],
  // Guatemala
  ["+502 5555 1234", "+50255551234"],
  ["+502-5555-1234", "+50255551234"],
  ["(502) 5555-1234", "+50255551234"],
  ["00502 2345 6789", "+50223456789"],
  ["50255551234", "+50255551234"],
  ["+502 5555 123", null],
  ["5555 1234", null],
  // El Salvador
  ["+503 7012 3456", "+50370123456"],
  ["+503 2222-3333", "+50322223333"],
  ["503 7012.3456", "+50370123456"],
  ["7012-3456", null],
  // Honduras
  ["+504 9999-0000", "+50499990000"],
  ["+504 2232 1234", "+50422321234"],
  ["504 3312 3456", "+50433123456"],
  ["9812 3456", "+50498123456"],
  ["2232-1234", null],
  // Nicaragua
  ["+505 8812 3456", "+50588123456"],
  ["+505 2222.3333", "+50522223333"],
  ["(505) 8812-3456", "+50588123456"],
  ["8812 3456", null],
  // Costa Rica
  ["+506 8312 3456", "+50683123456"],
  ["+506 2222-3333", "+50622223333"],
  ["506 8312 3456", "+50683123456"],
  ["+506 83123456 (WhatsApp)", "+50683123456"],
  ["8312-3456", null],
  // Panama
  ["+507 6612-3456", "+50766123456"],
  ["+507 265 1234", "+5072651234"],
  ["00507 6612 3456", "+50766123456"],
  ["265-1234", "+5072651234"],
  ["6612-3456", null],
  // None of the seven
  ["1 305 555 1234", null],
  ["por correo, por favor", null],
];

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
