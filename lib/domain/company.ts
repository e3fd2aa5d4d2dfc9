import * as z from "zod/mini";
import { formatLocales, type Locale, locales, mapLocales } from "../i18n/locales.ts";
import { asObject } from "./json.ts";
import { PictureReference, parsePictureReference } from "./picture.ts";
import { isoDay, text } from "./schema-kit.ts";

const optional = z.optional;
/** TODO is also a Spanish word, so it counts only alone or before a colon. */
const placeholders = /\b(TBD|FIXME|XXX)\b|^[\s.…?_-]*TODO[\s.…?_-]*(:|$)|^[\s.…?_-]+$/;
const prose = (max: number) =>
  text({ min: 1, max }).check(
    z.refine((given) => !placeholders.test(given), "must not be a placeholder; leave it out until it is known"),
  );
const line = (max: number) => prose(max).check(z.refine((given) => !/\p{Cc}/u.test(given), "must be on one line"));
const itemsMax = 24;

const list = <Item extends z.ZodMiniType>(item: Item, max = itemsMax) => {
  const error = `must be a list of at most ${max} items`;
  return z.array(item, { error }).check(z.maxLength(max, { error }));
};

/** An object schema that rejects unknown fields: otherwise a typo in a field's name would silently hide its value. */
function strictObject<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys" ? `has unknown fields: ${keys.join(", ")}` : "must be an object with named fields",
  });
}

/** A value in both languages. */
const both = <Each extends z.ZodMiniType>(each: Each) => strictObject(mapLocales(() => each));

const url = z.url({ protocol: /^https$/, error: "must be an https:// address" }).check(z.maxLength(500));

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

const figuresMax = 3;
const figuresError = `must be 1 to ${figuresMax} lines, each a figure, | and what it counts: 41,250 | receipts validated`;
/** One figure per line, such as "1.2 million | receipts validated". */
const figures = prose(300).check(
  z.refine((given) => {
    const lines = given.split("\n");
    return lines.length <= figuresMax && lines.every((each) => /^[^|]{1,24}\|[^|]*[^|\s][^|]*$/.test(each));
  }, figuresError),
);

/** Facts about the company, in both languages. Pages omit what is missing. */
export const SiteContent = strictObject({
  name: line(60),
  /** Registered name, such as "Promociones del Istmo, S.A. de C.V.". Shown in the footer, privacy notice and print. */
  legalName: optional(line(120)),
  /** Tax number with its type (RFC, NIT, RTN or similar), such as "RFC PIS200101AB1". Shown next to the legal name. */
  taxId: optional(line(40)),
  /** Address for visitors and legal notices. Shown on the contact page and in the footer, privacy notice and print. */
  address: optional(
    strictObject({
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
  /** Hours for phone and WhatsApp, such as "Monday to Friday, 9:00 to 18:00 (Mexico City time)". */
  hours: optional(both(line(120))),
  headline: both(line(90)),
  lead: both(prose(400)),
  /** Where the company works, such as "Mexico and Central America". */
  region: optional(both(line(80))),
  /** The smallest project, such as "From USD 10,000; typical 18,000 to 40,000". */
  smallest: optional(both(line(90))),
  /** Clients who agreed to be named. */
  clients: list(strictObject({ name: line(60), url: optional(url), logo: optional(PictureReference) })).check(
    ({ value, issues }) => {
      for (const [at, { name }] of value.entries()) {
        if (value.findIndex((each) => each.name === name) === at) continue;
        issues.push({ code: "custom", input: name, path: [at, "name"], message: "must not be listed twice" });
      }
    },
  ),
  /** Projects with measured results. */
  cases: list(
    strictObject({
      client: optional(line(60)),
      year,
      title: both(line(90)),
      text: both(prose(400)),
      figures: both(figures),
      picture: optional(strictObject({ file: PictureReference, alt: both(line(160)) })),
    }),
    12,
  ),
  /** People that clients meet. */
  team: list(
    strictObject({ name: line(80), url: optional(url), role: both(line(80)), photo: optional(PictureReference) }),
  ),
  quotes: list(strictObject({ name: line(80), role: both(line(120)), text: both(prose(400)) }), 12),
  questions: list(strictObject({ question: both(line(160)), answer: both(prose(1200)) })),
  /** Companies that process personal data for the company, listed in the privacy notice with their purpose. */
  subprocessors: list(
    strictObject({ name: line(80), country, since: isoDay(), url: optional(url), purpose: both(line(160)) }),
  ),
  /** The company's own documents, such as terms. Shown in the footer and on the security page. */
  policies: list(strictObject({ title: both(line(80)), url: both(url) })),
});
export type SiteContent = z.output<typeof SiteContent>;
export type Both = Record<Locale, string>;

/**
 * Reads content that another version of the service may have stored. Removes unknown fields, and replaces each
 * top-level field that it cannot read by that of `start`.
 */
export function readStoredContent(stored: unknown, start: SiteContent): SiteContent {
  const content = asObject(structuredClone(stored));
  const listIssues = () => SiteContent.safeParse(content).error?.issues ?? [];
  for (const issue of listIssues()) {
    if (issue.code !== "unrecognized_keys") continue;
    const owner = issue.path.reduce<object>((value, key) => Reflect.get(value, key), content);
    for (const key of issue.keys) Reflect.deleteProperty(owner, key);
  }
  for (const { path } of listIssues()) {
    const [field = ""] = path;
    Reflect.deleteProperty(content, field);
    if (Object.hasOwn(start, field)) content[String(field)] = Reflect.get(start, field);
  }
  return SiteContent.parse(content);
}

/** `content` in one language: each `{ en, es }` is replaced by its text. */
type InOne<Value> =
  Value extends Record<Locale, infer Text>
    ? Text
    : Value extends object
      ? { [Key in keyof Value]: InOne<Value[Key]> }
      : Value;

function pickLanguage(value: unknown, locale: Locale): unknown {
  if (Array.isArray(value)) return value.map((item) => pickLanguage(item, locale));
  if (typeof value !== "object" || value === null) return value;
  if (locales.every((each) => each in value)) return (value as Record<Locale, unknown>)[locale];
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, pickLanguage(inner, locale)]));
}

type LocalizedContent = InOne<SiteContent>;

/** The company in one language, as pages show it. Undefined fields and empty lists mean that nothing was provided. */
export type Company = ReturnType<typeof toCompany>;
export type PostalAddress = NonNullable<Company["address"]>;

export function toCompany(content: SiteContent, locale: Locale) {
  const { address, cases, subprocessors, ...rest } = pickLanguage(content, locale) as LocalizedContent;
  return {
    ...rest,
    address: address && {
      ...address,
      lines: toAddressLines(address, locale),
      /** Language of the country, in which its streets are named. */
      language: new Intl.Locale("und", { region: address.country }).maximize().language,
    },
    cases: cases.map((each) => ({ ...each, figures: each.figures.split("\n").map(toFigure) })),
    subprocessors: subprocessors.map((each) => ({
      ...each,
      country: toCountryName(each.country, locale) ?? each.country,
    })),
  };
}

function toFigure(each: string) {
  const [value = "", label = ""] = each.split("|").map((part) => part.trim());
  return { value, label };
}

export function withoutPictures(content: SiteContent, hashes: Set<string>): SiteContent {
  const isRemovedPicture = (text: unknown) =>
    typeof text === "string" && hashes.has(parsePictureReference(text)?.hash ?? "");
  const copy = JSON.stringify(content, (_key, value) => (isRemovedPicture(value?.file ?? value) ? undefined : value));
  return JSON.parse(copy);
}

/** @param today `YYYY-MM-DD`, the latest valid date @returns names of fields with a later date */
export function listFutureDates({ cases, subprocessors }: SiteContent, today: string): string[] {
  return [
    ...cases.flatMap(({ year }, at) => (String(year) > today ? [`cases.${at}.year`] : [])),
    ...subprocessors.flatMap(({ since }, at) => (since > today ? [`subprocessors.${at}.since`] : [])),
  ];
}

function toAddressLines(address: LocalizedContent["address"] & object, locale: Locale): string[] {
  const { street, postalCode, city, region, country: code } = address;
  const isCity = region?.toLocaleLowerCase() === city.toLocaleLowerCase();
  const place = [[postalCode, city].filter(Boolean).join(" "), isCity ? "" : region].filter(Boolean).join(", ");
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

/** Lists the fields that differ, such as `cases.0.title.en`, in the order of the newer content. */
export function listSiteChanges(before: SiteContent, after: SiteContent) {
  const [old, current] = [new Map(listFieldTexts(before)), new Map(listFieldTexts(after))];
  const fields = new Set([...current.keys(), ...old.keys()]);
  return [...fields].flatMap((field) => {
    const change = { field, before: old.get(field) ?? "", after: current.get(field) ?? "" };
    return change.before === change.after ? [] : [change];
  });
}

export function listFieldTexts(value: unknown, path = ""): [field: string, text: string][] {
  if (typeof value !== "object" || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) => listFieldTexts(inner, path ? `${path}.${name}` : name));
}
