import * as z from "zod/mini";
import { formatLocales, locales, mapLocales } from "../i18n/locales.ts";
import type { Locale } from "./locale.ts";
import { isoDay, text } from "./schema-kit.ts";

const optional = z.optional;
const placeholders = /\b(TODO|TBD|FIXME|XXX)\b|^[\s.…?_-]+$/;
const line = (max: number) =>
  text({ min: 1, max }).check(
    z.refine((given) => !/\p{Cc}/u.test(given), "must be on one line"),
    z.refine((given) => !placeholders.test(given), "must not be a placeholder; leave it out until it is known"),
  );
const itemsMax = 24;

function list<Item extends z.ZodMiniType>(item: Item, max = itemsMax) {
  const error = `must be a list of 1 to ${max} items; leave it out instead of leaving it empty`;
  return z.array(item, { error }).check(z.minLength(1, { error }), z.maxLength(max, { error }));
}

/** An object schema that rejects unknown fields: otherwise a typo in a field's name would silently hide its value. */
function record<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys" ? `has unknown fields: ${keys.join(", ")}` : "must be an object with named fields",
  });
}

const id = text({ min: 1, max: 40, pattern: { regex: /^[a-z0-9-]+$/, phrase: "lower-case letters, digits and -" } });
const textById = <Text extends z.ZodMiniType>(each: Text) =>
  z.record(id, each, { error: "must be an object with a field for each id" });

const url = z.url({ protocol: /^https$/, error: "must be an https:// address" });

const phoneError = 'must be a number with its country code and 8 to 15 digits, such as "+52 55 1234 5678"';
const phone = z
  .string({ error: phoneError })
  .check(
    z.refine((given) => /^\+[1-9]\d*( \d+)*$/.test(given) && /^\+\d{8,15}$/.test(withoutSpaces(given)), phoneError),
  );

const countryError = 'must be the two letters of a country in capitals, such as "MX"';
const country = z.string({ error: countryError }).check(z.refine(isCountry, countryError));

const yearError = "must be a year from 1990 to 2100";
const year = z
  .number({ error: yearError })
  .check(z.minimum(1990, yearError), z.maximum(2100, yearError), z.int(yearError));

/** Company facts, the same in both languages. Each field is optional: pages omit what is missing. */
export const CompanyFacts = record({
  /** Registered name, such as "Promociones del Istmo, S.A. de C.V.". Shown in the footer, privacy notice and print. */
  legalName: optional(line(120)),
  /** Tax number with its type (RFC, NIT, RTN or similar), such as "RFC PIS200101AB1". Shown next to the legal name. */
  taxId: optional(line(40)),
  /** Address for visitors and legal notices. Shown on the contact page and in the footer, privacy notice and print. */
  address: optional(
    record({
      street: line(160),
      postalCode: optional(line(12)),
      city: line(80),
      /** State, province or department of the address. */
      region: optional(line(80)),
      /** ISO 3166 country code, such as "MX". */
      country,
    }),
  ),
  /** E.164 with spaces: "+52 55 1234 5678". Shown on the home, contact and result pages, in the footer and in print. */
  phone: optional(phone),
  /** Number of a WhatsApp account. Same format as `phone`, and shown in the same places. */
  whatsApp: optional(phone),
  /** Clients who agreed to be named on the home page. */
  clients: optional(list(record({ name: line(60), url: optional(url) }))),
  /** Projects with measured results, for the home page. Each project's texts have the same ID in both languages. */
  cases: optional(
    list(
      record({
        id,
        client: optional(line(60)),
        year,
        /** One to three figures. The texts say what each one counts. For 38 %, write 38 with `percent: true`. */
        figures: list(
          record({
            value: z.number({ error: "must be a number" }),
            percent: optional(z.boolean({ error: "must be true or false" })),
          }),
          3,
        ),
      }),
      12,
    ),
  ),
  /** People whom a client meets, for the home page. Their roles are in the texts under the same ID. */
  team: optional(list(record({ id, name: line(80), url: optional(url) }))),
  /** Companies that process personal data for you, listed in the privacy notice. Their purposes are in the texts. */
  subprocessors: optional(
    list(
      record({
        id,
        name: line(80),
        country,
        since: isoDay(),
        url: optional(url),
      }),
    ),
  ),
});
export type CompanyFacts = z.input<typeof CompanyFacts>;

/** Both languages have the same fields. */
export const CompanyTexts = record({
  /** Hours for phone and WhatsApp, such as "Monday to Friday, 9:00 to 18:00 (Mexico City time)". */
  hours: optional(line(120)),
  /** Texts of the projects. `labels` says what each figure counts, in the order of the figures. */
  cases: optional(textById(record({ title: line(90), text: line(400), labels: list(line(80), 3) }))),
  team: optional(textById(line(80))),
  /** Purposes by ID of the subprocessor, such as "Hosts the database". */
  subprocessors: optional(textById(line(160))),
  /** Your own documents, such as terms. Shown in the footer and on the security page, in the order of en.ts. */
  policies: optional(textById(record({ title: line(80), url }))),
});
export type CompanyTexts = z.input<typeof CompanyTexts>;

export type Address = z.output<typeof CompanyFacts>["address"] & object & { lines: string[] };

/** The company in one language, as pages show it. Undefined fields and empty lists mean that nothing was provided. */
export type Company = Pick<z.output<typeof CompanyFacts>, "legalName" | "taxId" | "phone" | "whatsApp"> & {
  address?: Address;
  hours?: string;
  clients: { name: string; url?: string }[];
  cases: {
    id: string;
    client?: string;
    year: number;
    title: string;
    text: string;
    figures: { value: number; percent?: boolean; label: string }[];
  }[];
  team: { id: string; name: string; url?: string; role: string }[];
  subprocessors: { id: string; name: string; country: string; since: string; url?: string; purpose: string }[];
  policies: { id: string; title: string; url: string }[];
};

/** @param today `YYYY-MM-DD`, the latest valid date @throws Error with one line per fault: file, field and rule */
export function readCompany(facts: unknown, texts: Record<Locale, unknown>, today: string): Record<Locale, Company> {
  const readFacts = CompanyFacts.safeParse(facts);
  const readTexts = mapLocales((locale) => CompanyTexts.safeParse(texts[locale]));
  const faults = [
    ...listIssues("company", readFacts),
    ...locales.flatMap((locale) => listIssues(locale, readTexts[locale])),
  ];
  if (readFacts.data && !faults.length) {
    const { data } = readFacts;
    const words = mapLocales((locale) => readTexts[locale].data ?? {});
    faults.push(...listFuture(data, today), ...listDisagreements(data, words));
    if (!faults.length) {
      const policyIds = Object.keys(words.en.policies ?? {});
      return mapLocales((locale) => toCompany(data, words[locale], locale, policyIds));
    }
  }
  throw new Error(`The company's content is wrong:\n${faults.map((fault) => `  content/${fault}`).join("\n")}`);
}

type Facts = z.output<typeof CompanyFacts>;
type Texts = z.output<typeof CompanyTexts>;

function listIssues(file: string, { error }: { error?: z.core.$ZodError }): string[] {
  return (error?.issues ?? []).map((issue) => {
    const message = issue.code === "invalid_key" ? issue.issues[0]?.message : issue.message;
    const { rule, length } = issue.code === "custom" ? (issue.params ?? {}) : {};
    const given = rule === "too_long" || rule === "too_short" ? `, and has ${length}` : "";
    return [`${file}.ts:`, issue.path.join("."), `${message}${given}`].filter(Boolean).join(" ");
  });
}

function listFuture({ cases = [], subprocessors = [] }: Facts, today: string): string[] {
  const dates = [
    ...cases.map(({ id, year }) => ({ field: `cases: year of ${id}`, date: String(year) })),
    ...subprocessors.map(({ id, since }) => ({ field: `subprocessors: since of ${id}`, date: since })),
  ];
  return dates.filter(({ date }) => date > today).map(({ field }) => `company.ts: ${field} must not be in the future`);
}

const joined = ["cases", "team", "subprocessors"] as const;

function listDisagreements(facts: Facts, texts: Record<Locale, Texts>): string[] {
  const faults: string[] = [];
  for (const field of ["clients", "subprocessors"] as const) {
    const names = (facts[field] ?? []).map((item) => item.name);
    faults.push(...listRepeated(names).map((name) => `company.ts: ${field} has the name ${name} more than once`));
  }
  for (const field of joined) {
    const ids = (facts[field] ?? []).map((item) => item.id);
    faults.push(...listRepeated(ids).map((each) => `company.ts: ${field} has the id ${each} more than once`));
    for (const locale of locales) {
      const words = texts[locale][field] ?? {};
      faults.push(...listMissing(locale, field, ids, words, "company"), ...listUnknown(locale, field, ids, words));
    }
  }
  for (const locale of locales) {
    for (const other of locales.filter((each) => each !== locale)) {
      const ids = Object.keys(texts[other].policies ?? {});
      faults.push(...listMissing(locale, "policies", ids, texts[locale].policies ?? {}, other));
      if (texts[other].hours && !texts[locale].hours) faults.push(`${locale}.ts: hours is missing: ${other}.ts has it`);
    }
    if (texts[locale].hours && !facts.phone && !facts.whatsApp) {
      faults.push(`${locale}.ts: hours needs a phone or whatsApp in company.ts`);
    }
    for (const { id, figures } of facts.cases ?? []) {
      const labels = texts[locale].cases?.[id]?.labels ?? figures;
      const words = texts[locale].cases?.[id]?.labels ?? [];
      faults.push(...listRepeated(words).map((word) => `${locale}.ts: cases.${id}.labels has ${word} more than once`));
      if (labels.length !== figures.length) {
        faults.push(`${locale}.ts: cases.${id}.labels must be as many as the figures in company.ts: ${figures.length}`);
      }
    }
  }
  return faults;
}

function listRepeated(names: string[]): string[] {
  return names.filter((each, at) => names.indexOf(each) !== at);
}

function listMissing(locale: Locale, field: string, ids: string[], texts: object, source: string): string[] {
  const missing = [...new Set(ids)].filter((each) => !Object.hasOwn(texts, each));
  return missing.map((each) => `${locale}.ts: ${field}.${each} is missing: ${source}.ts has it`);
}

function listUnknown(locale: Locale, field: string, ids: string[], texts: object): string[] {
  const unknown = Object.keys(texts).filter((each) => !ids.includes(each));
  return unknown.map((each) => `${locale}.ts: ${field}.${each} is unknown: company.ts has no such id`);
}

function toCompany(facts: Facts, texts: Texts, locale: Locale, policyIds: string[]): Company {
  const { cases = [], team = [], subprocessors = [], clients = [], address, ...rest } = facts;
  return {
    ...rest,
    hours: texts.hours,
    address: address && { ...address, lines: toLines(address, locale) },
    clients,
    cases: cases.flatMap(({ figures, ...each }) => {
      const { labels, ...words } = texts.cases?.[each.id] ?? { title: "", text: "", labels: [] };
      return { ...each, ...words, figures: figures.map((figure, at) => ({ ...figure, label: labels[at] ?? "" })) };
    }),
    team: team.map((each) => ({ ...each, role: texts.team?.[each.id] ?? "" })),
    subprocessors: subprocessors.map((each) => ({
      ...each,
      country: toCountryName(each.country, locale) ?? each.country,
      purpose: texts.subprocessors?.[each.id] ?? "",
    })),
    policies: policyIds.flatMap((key) => {
      const policy = texts.policies?.[key];
      return policy ? [{ id: key, ...policy }] : [];
    }),
  };
}

function toLines(address: Facts["address"] & object, locale: Locale): string[] {
  const { street, postalCode, city, region, country: code } = address;
  const place = [[postalCode, city].filter(Boolean).join(" "), region].filter(Boolean).join(", ");
  return [street, place, toCountryName(code, locale) ?? code];
}

/** ISO 3166 codes that Intl has names for although they are not countries. */
const unionsAndIslands = ["AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ"];

function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || unionsAndIslands.includes(code)) return false;
  const isCurrent = new Intl.Locale("und", { region: code }).region === code;
  return isCurrent && toCountryName(code, "en") !== undefined;
}

function toCountryName(code: string, locale: Locale): string | undefined {
  return new Intl.DisplayNames(formatLocales[locale], { type: "region", fallback: "none" }).of(code);
}

function withoutSpaces(number: string): string {
  return number.replaceAll(" ", "");
}

export function toPhoneUrl(number: string): string {
  return `tel:${withoutSpaces(number)}`;
}

export function toWhatsAppUrl(number: string, message: string): string {
  return `https://wa.me/${withoutSpaces(number).slice(1)}?text=${encodeURIComponent(message)}`;
}
