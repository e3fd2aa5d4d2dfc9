import { describe, expect, test } from "vitest";
import { sampleFacts, sampleTexts } from "./company.fixture.ts";
import { type CompanyFacts, readCompany, toPhoneUrl, toWhatsAppUrl } from "./company.ts";

const empty = { en: {}, es: {} };
const today = "2026-11-22";

/** Returns the lines of the error message after the first. */
function listFaults(facts: unknown, texts: { en: unknown; es: unknown } = empty): string[] {
  try {
    readCompany(facts, texts, today);
  } catch (error) {
    return String(error).split("\n  ").slice(1);
  }
  return [];
}

test("returns empty lists if no fact is filled in", () => {
  const nothing = { clients: [], cases: [], team: [], subprocessors: [], policies: [] };
  expect(readCompany({}, empty, today)).toEqual({ en: nothing, es: nothing });
});

test("merges each language's texts with the shared facts", () => {
  const { en, es } = readCompany(sampleFacts, sampleTexts, today);
  for (const company of [en, es]) {
    expect(company).toMatchObject({ phone: "+52 55 0000 0000", taxId: "RFC XAXX010101000" });
    expect(company.clients).toEqual(sampleFacts.clients);
  }
  expect(en.address?.lines).toEqual(["Calle Inventada 12, Col. Ejemplo", "06000 Ciudad de México, CDMX", "Mexico"]);
  expect(es.address?.lines.at(-1)).toBe("México");
  expect(es.hours).toMatch(/^De lunes/);
  expect(es.cases[0]?.figures).toEqual([
    { value: 41_250, label: "tickets validados" },
    { value: 38.5, percent: true, label: "de quienes compraron volvió" },
  ]);
  expect(en.team).toEqual([{ id: "ana", name: "Ana Inventada", role: "Head of engineering" }]);
  expect(es.subprocessors).toEqual([
    {
      ...sampleFacts.subprocessors[0],
      country: "Estados Unidos",
      purpose: "Aloja el sitio y su base de datos",
    },
  ]);
  expect(es.policies).toEqual([{ id: "terms", title: "Términos del servicio", url: "https://example.com/terminos" }]);
});

describe("a field of the company's facts", () => {
  const phoneRule = 'must be a number with its country code and 8 to 15 digits, such as "+52 55 1234 5678"';
  const makeClients = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Client ${at}` }));
  const address = { street: "Calle 1", city: "León", country: "MX" };

  test.each<[string, CompanyFacts]>([
    ["a name of 120 characters", { legalName: "ñ".repeat(120) }],
    ["a phone of 8 digits", { phone: "+50212345" }],
    ["a phone of 15 digits", { phone: "+502 123 456 789 012" }],
    ["24 clients", { clients: makeClients(24) }],
    ["an address without region and postal code", { address }],
  ])("accepts %s in the company's facts", (_name, facts) => {
    expect(listFaults(facts)).toEqual([]);
  });

  test.each<[string, object, string]>([
    [
      "a name of 121 characters",
      { legalName: "ñ".repeat(121) },
      "legalName must be text of 1 to 120 characters, and has 121",
    ],
    ["a blank name", { legalName: " " }, "legalName must not be blank (text of 1 to 120 characters)"],
    ["a phone of 7 digits", { phone: "+5021234" }, `phone ${phoneRule}`],
    ["a phone of 16 digits", { whatsApp: "+502 123 456 789 0123" }, `whatsApp ${phoneRule}`],
    ["a phone without country code", { phone: "55 1234 5678" }, `phone ${phoneRule}`],
    ["a phone with hyphens", { phone: "+52 55-1234-5678" }, `phone ${phoneRule}`],
    [
      "25 clients",
      { clients: makeClients(25) },
      "clients must be a list of 1 to 24 items; leave it out instead of leaving it empty",
    ],
    ["an empty list", { team: [] }, "team must be a list of 1 to 24 items; leave it out instead of leaving it empty"],
    ["an http URL", { clients: [{ name: "A", url: "http://a.example" }] }, "clients.0.url must be an https:// address"],
    [
      "a country code that does not exist",
      { address: { ...address, country: "XQ" } },
      'address.country must be the two letters of a country in capitals, such as "MX"',
    ],
    ...["ZZ", "EU", "DD", "UK"].map((country): [string, object, string] => [
      `the code ${country}, which stands for no country`,
      { address: { ...address, country } },
      'address.country must be the two letters of a country in capitals, such as "MX"',
    ]),
    ...["TODO", "Company TBD", "…"].map((legalName): [string, object, string] => [
      `the placeholder ${legalName}`,
      { legalName },
      "legalName must not be a placeholder; leave it out until it is known",
    ]),
    ["a name on two lines", { legalName: "A\nB" }, "legalName must be on one line"],
    [
      "an address without city",
      { address: { street: "A", country: "MX" } },
      "address.city is required (text of 1 to 80 characters)",
    ],
    ["an unknown field", { telephone: "+52 55 1234 5678" }, "has unknown fields: telephone"],
    [
      "a day that does not exist",
      { subprocessors: [{ ...sampleFacts.subprocessors[0], since: "2026-02-30" }] },
      "subprocessors.0.since Invalid ISO date",
    ],
    [
      "a year before 1990",
      { cases: [{ ...sampleFacts.cases[0], year: 1989 }] },
      "cases.0.year must be a year from 1990 to 2100",
    ],
  ])("rejects %s and names the field with its rule", (_name, facts, fault) => {
    expect(listFaults(facts)).toEqual([`content/company.ts: ${fault}`]);
  });
});

test("rejects facts with a date in the future", () => {
  const [host] = sampleFacts.subprocessors;
  const [receipts] = sampleFacts.cases;
  const at = (since: string, year: number) => ({
    ...sampleFacts,
    subprocessors: [{ ...host, since }],
    cases: [{ ...receipts, year }],
  });
  expect(listFaults(at(today, 2026), sampleTexts)).toEqual([]);
  expect(listFaults(at("2026-11-23", 2027), sampleTexts)).toEqual([
    "content/company.ts: cases: year of receipts must not be in the future",
    "content/company.ts: subprocessors: since of host must not be in the future",
  ]);
});

test("reports an invalid ID in the texts with the rule for IDs", () => {
  const [fault, ...others] = listFaults({}, { en: { team: { "Ana M": "Designer" } }, es: {} });
  expect(fault).toContain("team.Ana M must be text of 1 to 40 characters, lower-case letters, digits and -");
  expect(others).toEqual([]);
});

describe("the agreement of facts and texts", () => {
  const { cases, ...withoutCases } = sampleTexts.es;
  const { hours, ...withoutHours } = sampleTexts.es;
  const { policies, ...withoutPolicies } = sampleTexts.en;

  test.each<[string, object, string[]]>([
    ["missing texts of a case", { es: withoutCases }, ["es.ts: cases.receipts is missing: company.ts has it"]],
    ["missing hours", { es: withoutHours }, ["es.ts: hours is missing: en.ts has it"]],
    ["a missing policy", { en: withoutPolicies }, ["en.ts: policies.terms is missing: es.ts has it"]],
    [
      "a missing label of a figure",
      { en: { ...sampleTexts.en, cases: { receipts: { ...sampleTexts.en.cases.receipts, labels: ["one"] } } } },
      ["en.ts: cases.receipts.labels must be as many as the figures in company.ts: 2"],
    ],
    [
      "an ID that the facts lack",
      { en: { ...sampleTexts.en, team: { ...sampleTexts.en.team, eva: "Designer" } } },
      ["en.ts: team.eva is unknown: company.ts has no such id"],
    ],
  ])("reports in which file facts and texts disagree: %s", (_name, change, faults) => {
    expect(listFaults(sampleFacts, { ...sampleTexts, ...change })).toEqual(faults.map((fault) => `content/${fault}`));
  });

  test("rejects the same id for two items", () => {
    const team = [...sampleFacts.team, ...sampleFacts.team];
    expect(listFaults({ ...sampleFacts, team }, sampleTexts)).toEqual([
      "content/company.ts: team has the id ana more than once",
    ]);
  });

  test("rejects repeated names and labels in one list", () => {
    const [host] = sampleFacts.subprocessors;
    const facts = {
      ...sampleFacts,
      clients: [{ name: "A" }, { name: "A" }],
      subprocessors: [host, { ...host, id: "mail" }],
    };
    const withWords = (locale: "en" | "es") => ({
      ...sampleTexts[locale],
      subprocessors: { host: "A", mail: "B" },
      cases: { receipts: { ...sampleTexts[locale].cases.receipts, labels: locale === "en" ? ["a", "a"] : ["a", "b"] } },
    });
    expect(listFaults(facts, { en: withWords("en"), es: withWords("es") })).toEqual([
      "content/company.ts: clients has the name A more than once",
      "content/company.ts: subprocessors has the name Nube de Ejemplo more than once",
      "content/en.ts: cases.receipts.labels has a more than once",
    ]);
  });

  test("lists policies in both languages in the English order", () => {
    const [terms, data] = ["terms", "data"].map((title) => ({ title, url: `https://example.com/${title}` }));
    const both = readCompany({}, { en: { policies: { terms, data } }, es: { policies: { data, terms } } }, today);
    expect(both.es.policies).toEqual(both.en.policies);
  });

  test("rejects hours without a phone or WhatsApp number", () => {
    const texts = { en: { hours: "Monday" }, es: { hours: "Lunes" } };
    expect(listFaults({ phone: sampleFacts.phone }, texts)).toEqual([]);
    expect(listFaults({ whatsApp: sampleFacts.phone }, texts)).toEqual([]);
    expect(listFaults({}, texts)).toHaveLength(2);
  });

  test("reports the faults of all files at once", () => {
    expect(listFaults({ phone: "1" }, { en: { hours: 9 }, es: { motto: "" } })).toHaveLength(3);
  });
});

test("removes spaces from phone numbers in links and encodes the message", () => {
  expect(toPhoneUrl("+52 55 0000 0000")).toBe("tel:+525500000000");
  const url = toWhatsAppUrl("+52 1 55 0000 0001", "Hola, ¿50 % & más? #E-12 + \u201cya\u201d");
  expect(url).toMatch(/^https:\/\/wa\.me\/5215500000001\?text=[\w%.!'()*~-]+$/);
  expect(new URL(url).searchParams.get("text")).toBe("Hola, ¿50 % & más? #E-12 + \u201cya\u201d");
});
