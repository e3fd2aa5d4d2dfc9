import { NextIntlClientProvider, useTranslations } from "next-intl";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { emptyContent, sampleContent, sampleFacts, sampleTexts } from "#lib/domain/company.fixture.ts";
import { type SiteContent, toCompany } from "#lib/domain/company.ts";
import type { Locale } from "#lib/domain/locale.ts";
import { locales, mapLocales, toFormatLocale } from "#lib/i18n/locales.ts";
import en from "#messages/en/site.json" with { type: "json" };
import es from "#messages/es/site.json" with { type: "json" };
import type { NoticeSection } from "../../lib/domain/submissions/intake/privacy-notice.ts";
import { Verdict } from "../submissions/results.tsx";
import { Footer } from "./footer.tsx";
import { Cases, Clients, Questions, Quotes, Team, toCompanyStructuredData } from "./home/company.tsx";
import { createNoticeTags, Subprocessors } from "./privacy/details.tsx";
import { CompanyIdentity, ContactOptions } from "./reach.tsx";

const messages = { en, es };
const toCompanies = (content: SiteContent) => mapLocales((locale) => toCompany(content, locale));
const empty = toCompanies(emptyContent);
const filled = toCompanies(sampleContent);
const origin = { name: "Encaje", url: "https://encaje.example", contactEmail: "team@encaje.example" };
const message = "Hola, les escribo sobre E-12.";

function renderIn(locale: Locale, children: ReactNode): string {
  const provided = {
    locale: toFormatLocale(locale),
    messages: messages[locale],
    timeZone: "America/Mexico_City",
    children,
  };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, provided));
}

function NoticeText({ id, locale, company }: { id: NoticeSection; locale: Locale; company: typeof filled }) {
  const t = useTranslations("privacy");
  return t.rich(`sections.${id}.text`, createNoticeTags({ ...origin, company, isDemonstration: false }, locale));
}

const toText = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test.each(locales)("shows phone and WhatsApp above the answers in the verdict (%s)", (locale) => {
  const shown = {
    route: "qualified",
    message,
    repliedBy: null,
    workingTime: null,
    bookingUrl: "https://calendar.example.com/",
  } as const;
  const html = renderIn(
    locale,
    createElement(
      Verdict,
      {
        ...shown,
        reference: "E-12",
        sentAt: new Date(0),
        contactEmail: origin.contactEmail,
        email: undefined,
        evaluationPath: "/",
        booking: null,
        hasBookingLink: true,
        isBooked: false,
        reach: createElement(ContactOptions, { company: filled[locale], message }),
      },
      "ANSWERS",
    ),
  );
  const places = ['role="status"', shown.bookingUrl, "tel:+525500000000", "https://wa.me/", ">E-12<", "ANSWERS"];
  const found = places.map((place) => html.indexOf(place));
  expect(found).toEqual(found.toSorted((one, other) => one - other));
  expect(found).not.toContain(-1);
});

describe("missing company facts", () => {
  test.each([
    ["clients", Clients],
    ["cases", Cases],
    ["quotes", Quotes],
    ["team", Team],
    ["questions", Questions],
    ["subprocessors", Subprocessors],
    ["legal identity", CompanyIdentity],
  ])("renders nothing for missing company facts: %s", (_name, Place) => {
    for (const locale of locales) expect(renderIn(locale, createElement(Place, { company: empty[locale] }))).toBe("");
  });

  test("shows no contact options without phone, WhatsApp, hours and address", () => {
    expect(renderIn("es", createElement(ContactOptions, { company: empty.es, message, hasAddress: true }))).toBe("");
    const company = { ...empty.es, address: filled.es.address };
    expect(renderIn("es", createElement(ContactOptions, { company, message }))).toBe("");
    expect(toText(renderIn("es", createElement(ContactOptions, { company, message, hasAddress: true })))).toMatch(
      /^Dirección Calle/,
    );
  });

  test("leaves missing company facts out of the footer", () => {
    const site = { ...origin, company: empty, isDemonstration: false };
    const html = renderIn("en", createElement(Footer, { site, locale: "en" }));
    expect(html).not.toMatch(/tel:|wa\.me|<address/);
    expect(toText(html)).toMatch(
      /^Encaje · https:\/\/encaje\.example · team@encaje\.example Encaje Campaigns that fit Get/,
    );
  });
});

describe.each(locales)("the company facts in %s", (locale) => {
  const company = filled[locale];
  const facts = sampleTexts[locale];

  test("shows clients, cases and team on the home page", () => {
    expect(renderIn(locale, createElement(Clients, { company }))).toMatch(
      /<a [^>]*href="https:\/\/cafe\.example\.com">Café de Ejemplo<\/a><\/li><li [^>]*>Bebidas Imaginarias<\/li>/,
    );
    expect(toText(renderIn(locale, createElement(Cases, { company })))).toBe(
      toText(
        [
          messages[locale].home.cases,
          "Café de Ejemplo · 2025",
          facts.cases.receipts.title,
          facts.cases.receipts.text,
          ...[facts.cases.receipts.labels[0], "41,250", facts.cases.receipts.labels[1], "38.5%"],
        ].join(" "),
      ),
    );
    expect(toText(renderIn(locale, createElement(Team, { company })))).toBe(
      `${messages[locale].home.team} AI Ana Inventada ${facts.team.ana}`,
    );
  });

  test("shows phone, WhatsApp, hours and address as contact options", () => {
    const html = renderIn(locale, createElement(ContactOptions, { company, message, hasAddress: true }));
    expect(html).toContain('href="tel:+525500000000"');
    expect(html).toContain('href="https://wa.me/5215500000001?text=Hola%2C%20les%20escribo%20sobre%20E-12."');
    expect(toText(html)).toContain(facts.hours);
    expect(toText(html)).toContain("06000 Ciudad de México, CDMX");
  });

  test("shows company facts in the footer, on screen and on paper", () => {
    const site = { ...origin, company: filled, isDemonstration: false };
    const html = renderIn(locale, createElement(Footer, { site, locale }));
    const [printed = "", shown = ""] = html.replaceAll("\u00a0", " ").split('<div class="lace');
    for (const part of [printed, shown]) {
      for (const text of [sampleFacts.legalName, sampleFacts.taxId, "Calle Inventada 12", "+52 55 0000 0000"]) {
        expect(part).toContain(text);
      }
      expect(part).toContain("WhatsApp +52 1 55 0000 0001");
    }
    expect(printed).toContain(facts.hours);
    expect(shown).toContain(`href="${facts.policies.terms.url}">${facts.policies.terms.title}</a>`);
    expect(shown).toContain('href="tel:+525500000000"');
    expect(shown).toContain(`https://wa.me/5215500000001?text=${locale === "en" ? "Hello" : "Hola"}%2C%20`);
  });

  test("shows the subprocessors in the privacy notice", () => {
    const text = toText(renderIn(locale, createElement(Subprocessors, { company })));
    expect(text).toContain(facts.subprocessors.host);
    expect(text).toContain(
      locale === "en" ? "United States, since January 15, 2026" : "Estados Unidos, desde el 15 de enero de 2026",
    );
  });
});

describe.each(locales)("the privacy notice in %s", (locale) => {
  const read = (id: NoticeSection, company: typeof filled) =>
    toText(renderIn(locale, createElement(NoticeText, { id, locale, company })));

  test.each([
    ["controller", /ask for our postal|le damos, si lo solicita/, /legal notices is:$|notificaciones es:$/],
    ["recipients", /on request|si lo solicita/, /listed below|lista de abajo/],
    [
      "changes",
      /^(?!.*(between versions|entre una))/,
      /legal name and address.*a date for|denominación.*una fecha para/,
    ],
  ] as const)("words the section %s of the privacy notice by the known company facts", (id, whenEmpty, whenFilled) => {
    expect(read(id, empty)).toMatch(whenEmpty);
    expect(read(id, empty)).not.toMatch(whenFilled);
    expect(read(id, filled)).toMatch(whenFilled);
    if (id !== "changes") expect(read(id, filled)).not.toMatch(whenEmpty);
  });
});

test("shows a country although its city has the same name", () => {
  const address = { street: "Calle 1", city: "Guatemala", country: "GT" };
  const { en, es } = toCompanies({ ...emptyContent, address });
  expect(toText(renderIn("es", createElement(CompanyIdentity, { company: es })))).toBe("Calle 1 Guatemala Guatemala");
  expect(renderIn("en", createElement(CompanyIdentity, { company: en }))).toMatch(
    /<span lang="es"[^>]*>Calle 1\nGuatemala<\/span><span[^>]*>Guatemala<\/span>/,
  );
});

test("gives search engines the known company facts and nothing else", () => {
  const read = (company: typeof filled.en) =>
    JSON.parse(JSON.stringify(toCompanyStructuredData({ site: origin, company, logoPath: "/logo.png" })))["@graph"][0];
  const { name: _, ...base } = read(empty.en);
  expect(Object.keys(base)).toEqual(["@type", "@id", "url", "logo", "email", "knowsLanguage"]);
  expect(read(filled.en)).toMatchObject({
    legalName: sampleFacts.legalName,
    taxID: "RFC XAXX010101000",
    telephone: "+52 55 0000 0000",
    areaServed: "Mexico and Central America",
    address: {
      "@type": "PostalAddress",
      streetAddress: "Calle Inventada 12, Col. Ejemplo",
      postalCode: "06000",
      addressLocality: "Ciudad de México",
      addressRegion: "CDMX",
      addressCountry: "MX",
    },
  });
});
