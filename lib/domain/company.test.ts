import { describe, expect, test } from "vitest";
import { emptyContent, sampleContent, sampleFacts, sampleTexts } from "./company.fixture.ts";
import { listFutureDates, SiteContent, toCompany, toPhoneUrl, toWhatsAppUrl } from "./company.ts";
import { joinSiteContent } from "./company-files.ts";

const stored = `${"0".repeat(64)}-640x480`;

const listFaults = (content: object) =>
  (SiteContent.safeParse({ ...emptyContent, ...content }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")} ${message}`,
  );

test("returns empty lists if no fact is filled in", () => {
  const nothing = { clients: [], cases: [], team: [], quotes: [], questions: [], subprocessors: [], policies: [] };
  expect(toCompany(emptyContent, "es")).toEqual({
    ...nothing,
    name: "Encaje",
    headline: "Campañas que encajan",
    lead: "Operamos promociones.",
    address: undefined,
  });
});

test("shows the content in one language", () => {
  const [en, es] = [toCompany(sampleContent, "en"), toCompany(sampleContent, "es")];
  for (const company of [en, es]) {
    expect(company).toMatchObject({ phone: "+52 55 0000 0000", taxId: "RFC XAXX010101000" });
    expect(company.clients).toEqual(sampleFacts.clients);
  }
  expect(en.address?.lines).toEqual(["Calle Inventada 12, Col. Ejemplo", "06000 Ciudad de México, CDMX", "Mexico"]);
  expect([en.address?.language, es.address?.lines.at(-1)]).toEqual(["es", "México"]);
  expect(es.hours).toMatch(/^De lunes/);
  expect(es.cases[0]?.figures).toEqual([
    { value: "41,250", label: "tickets validados" },
    { value: "38.5%", label: "de quienes compraron volvió" },
  ]);
  expect(en.team).toEqual([{ name: "Ana Inventada", role: "Head of engineering" }]);
  expect(es.subprocessors).toMatchObject([
    { country: "Estados Unidos", purpose: "Aloja el sitio y su base de datos", since: "2026-01-15" },
  ]);
  expect(es.policies).toEqual([{ title: "Términos del servicio", url: "https://example.com/terminos" }]);
});

test("shows a city only once if its region has the same name", () => {
  const address = { street: "Calle 1", city: "Ciudad de México", region: "Ciudad de México", country: "MX" };
  expect(toCompany({ ...emptyContent, address }, "es").address?.lines).toEqual([
    "Calle 1",
    "Ciudad de México",
    "México",
  ]);
});

describe("a field of the site's content", () => {
  const phoneRule = 'must be a number with its country code and 8 to 15 digits, such as "+52 55 1234 5678"';
  const countryRule = 'address.country must be the two letters of a country in capitals, such as "MX"';
  const figuresRule = "must be 1 to 3 lines, each a figure, | and what it counts: 41,250 | receipts validated";
  const makeClients = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Client ${at}` }));
  const address = { street: "Calle 1", city: "León", country: "MX" };
  const withFigures = (figures: string) => {
    const [receipts] = sampleContent.cases;
    return { cases: [{ ...receipts, figures: { en: figures, es: "1 | uno" } }] };
  };

  test.each<[string, object]>([
    ["a name of 120 characters", { legalName: "ñ".repeat(120) }],
    ["a phone of 8 digits", { phone: "+50212345" }],
    ["a phone of 15 digits", { phone: "+502 123 456 789 012" }],
    ["24 clients", { clients: makeClients(24) }],
    ["the word TODO in a text", { legalName: "TODO INCLUIDO, S.A." }],
    ["an address without region and postal code", { address }],
    ["figures in words", withFigures("1.2 million | receipts\n38% | of buyers came back\n5 | countries")],
  ])("accepts site content with %s", (_name, content) => {
    expect(listFaults(content)).toEqual([]);
  });

  test.each<[string, object, string]>([
    ["a name of 121 characters", { legalName: "ñ".repeat(121) }, "legalName must be text of 1 to 120 characters"],
    ["a blank name", { legalName: " " }, "legalName must not be blank (text of 1 to 120 characters)"],
    ["a phone of 7 digits", { phone: "+5021234" }, `phone ${phoneRule}`],
    ["a phone of 16 digits", { whatsApp: "+502 123 456 789 0123" }, `whatsApp ${phoneRule}`],
    ["a phone without country code", { phone: "55 1234 5678" }, `phone ${phoneRule}`],
    ["a client named twice", { clients: [{ name: "A" }, { name: "A" }] }, "clients.1.name must not be listed twice"],
    [
      "a picture of a case without alternative text in Spanish",
      { cases: [{ ...sampleContent.cases[0], picture: { file: stored, alt: { en: "A shelf" } } }] },
      "cases.0.picture.alt.es is required (text of 1 to 160 characters)",
    ],
    [
      "a logo that is not a stored picture",
      { clients: [{ name: "A", logo: "/logo.svg" }] },
      "clients.0.logo must be a stored picture",
    ],
    ["25 clients", { clients: makeClients(25) }, "clients must be a list of at most 24 items"],
    ["an http URL", { clients: [{ name: "A", url: "http://a.example" }] }, "clients.0.url must be an https:// address"],
    ...["XQ", "ZZ", "EU", "DD", "UK"].map((country): [string, object, string] => [
      `the code ${country}, which stands for no country`,
      { address: { ...address, country } },
      countryRule,
    ]),
    ...["TODO", "TODO: the name", " TBD. ", "Company TBD", "…"].map((legalName): [string, object, string] => [
      `the placeholder ${legalName}`,
      { legalName },
      "legalName must not be a placeholder; leave it out until it is known",
    ]),
    ["a name on two lines", { legalName: "A\nB" }, "legalName must be on one line"],
    ["hours in one language", { hours: { en: "Monday" } }, "hours.es is required (text of 1 to 120 characters)"],
    ["an unknown field", { telephone: "+52 55 1234 5678" }, " has unknown fields: telephone"],
    ["four figures", withFigures("1 | a\n2 | b\n3 | c\n4 | d"), `cases.0.figures.en ${figuresRule}`],
    ["a figure without a label", withFigures("1 | "), `cases.0.figures.en ${figuresRule}`],
    [
      "a day that does not exist",
      { subprocessors: [{ ...sampleContent.subprocessors[0], since: "2026-02-30" }] },
      "subprocessors.0.since Invalid ISO date",
    ],
  ])("rejects site content with %s, and names the field with its rule", (_name, content, fault) => {
    expect(listFaults(content)).toEqual([fault]);
  });

  test("lists the fields with dates in the future", () => {
    expect(listFutureDates(sampleContent, "2026-01-15")).toEqual([]);
    expect(listFutureDates(sampleContent, "2024-12-31")).toEqual(["cases.0.year", "subprocessors.0.since"]);
  });
});

test("reports a text that is missing in one file as a fault of its field", () => {
  const { cases, ...es } = sampleTexts.es;
  const joined = joinSiteContent(
    { name: "A", headline: { en: "a", es: "a" }, lead: { en: "a", es: "a" } },
    sampleFacts,
    {
      ...sampleTexts,
      es,
    },
  );
  const { error } = SiteContent.safeParse(joined);
  expect(new Set(error?.issues.map(({ path }) => path.join(".")))).toEqual(
    new Set(["cases.0.title.es", "cases.0.text.es", "cases.0.figures.es"]),
  );
});

test("removes spaces from phone numbers in links and encodes the message", () => {
  expect(toPhoneUrl("+52 55 0000 0000")).toBe("tel:+525500000000");
  const url = toWhatsAppUrl("+52 1 55 0000 0001", "Hola, ¿50 % & más? #E-12 + \u201cya\u201d");
  expect(url).toMatch(/^https:\/\/wa\.me\/5215500000001\?text=[\w%.!'()*~-]+$/);
  expect(new URL(url).searchParams.get("text")).toBe("Hola, ¿50 % & más? #E-12 + \u201cya\u201d");
});
