import { SiteContent } from "./company.ts";
import { type CompanyFacts, type CompanyTexts, joinSiteContent } from "./company-files.ts";
import type { Locale } from "./locale.ts";

/** The facts of a fictional company, with every fact filled in. */
export const sampleFacts = {
  legalName: "Compañía Imaginaria de Promociones, S.A. de C.V.",
  taxId: "RFC XAXX010101000",
  address: {
    street: "Calle Inventada 12, Col. Ejemplo",
    postalCode: "06000",
    city: "Ciudad de México",
    region: "CDMX",
    country: "MX",
  },
  phone: "+52 55 0000 0000",
  whatsApp: "+52 1 55 0000 0001",
  clients: [{ name: "Café de Ejemplo", url: "https://cafe.example.com" }, { name: "Bebidas Imaginarias" }],
  cases: [
    {
      id: "receipts",
      client: "Café de Ejemplo",
      year: 2025,
      figures: [{ value: 41_250 }, { value: 38.5, percent: true }],
    },
  ],
  team: [{ id: "ana", name: "Ana Inventada" }],
  subprocessors: [{ id: "host", name: "Nube de Ejemplo", country: "US", since: "2026-01-15" }],
} satisfies CompanyFacts;

export const sampleTexts = {
  en: {
    hours: "Monday to Friday, 9:00 to 18:00 (Mexico City time)",
    cases: {
      receipts: {
        title: "Receipts from four countries",
        text: "A promotion with weekly draws.",
        labels: ["receipts validated", "of buyers came back"],
      },
    },
    team: { ana: "Head of engineering" },
    subprocessors: { host: "Hosts the site and its database" },
    policies: { terms: { title: "Terms of service", url: "https://example.com/terms" } },
  },
  es: {
    hours: "De lunes a viernes, de 9:00 a 18:00 (hora del centro de México)",
    cases: {
      receipts: {
        title: "Tickets de cuatro países",
        text: "Una promoción con sorteos semanales.",
        labels: ["tickets validados", "de quienes compraron volvió"],
      },
    },
    team: { ana: "Directora de ingeniería" },
    subprocessors: { host: "Aloja el sitio y su base de datos" },
    policies: { terms: { title: "Términos del servicio", url: "https://example.com/terminos" } },
  },
} satisfies Record<Locale, CompanyTexts>;

const start = {
  name: "Encaje",
  headline: { en: "Campaigns that fit", es: "Campañas que encajan" },
  lead: { en: "We run promotions.", es: "Operamos promociones." },
};

export const emptyContent = SiteContent.parse(joinSiteContent(start, {}, { en: {}, es: {} }));

export const sampleContent: SiteContent = {
  ...SiteContent.parse(joinSiteContent(start, sampleFacts, sampleTexts)),
  region: { en: "Mexico and Central America", es: "México y Centroamérica" },
  smallest: { en: "From USD 10,000; typical 18,000 to 40,000", es: "Desde USD 10,000; lo usual, de 18,000 a 40,000" },
  quotes: [
    {
      name: "Eva Ficticia",
      role: { en: "Brand manager, Café de Ejemplo", es: "Gerente de marca, Café de Ejemplo" },
      text: { en: "They shipped on the day.", es: "Salieron el día acordado." },
    },
  ],
  questions: [
    {
      question: { en: "Do you work abroad?", es: "¿Trabajan en el extranjero?" },
      answer: { en: "Yes.\n\nIn six countries.", es: "Sí.\n\nEn seis países." },
    },
  ],
};
