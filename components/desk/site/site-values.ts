import { get, set } from "react-hook-form";
import type { SiteContent } from "#lib/domain/company.ts";
import { asObject, isJsonObject, type JsonObject, listKeys } from "#lib/domain/json.ts";
import { parsePictureReference } from "#lib/domain/picture.ts";
import type { FieldFault } from "#lib/domain/text-bounds.ts";
import type { DeskText } from "#lib/i18n/desk-text.ts";
import { locales } from "#lib/i18n/locales.ts";

type FieldName<Key> = Key extends `fields.${infer Name}` ? Name : never;
type Label = FieldName<Parameters<DeskText<"site">>[0]>;

export type SitePart = {
  /** Path in the content, or in an item of a list. */
  name: string;
  label: Label;
  isBoth?: boolean;
  isRequired?: boolean;
  /** If set, the control is a text area. */
  rows?: number;
  type?: "url" | "tel" | "date" | "picture";
};

const createPart = (label: Label, more: Omit<SitePart, "name" | "label"> & { name?: string } = {}): SitePart => ({
  name: label,
  label,
  ...more,
});
const required = { isRequired: true } as const;
const bothRequired = { isBoth: true, isRequired: true } as const;
const url = createPart("url", { type: "url" });
const picture = { type: "picture" } as const;

export const siteGroups = {
  identity: [createPart("name", required), createPart("legalName"), createPart("taxId")],
  address: [
    createPart("street", { name: "address.street" }),
    createPart("postalCode", { name: "address.postalCode" }),
    createPart("city", { name: "address.city" }),
    createPart("state", { name: "address.region" }),
    createPart("country", { name: "address.country" }),
  ],
  reach: [
    createPart("phone", { type: "tel" }),
    createPart("whatsApp", { type: "tel" }),
    createPart("hours", { isBoth: true }),
  ],
  home: [
    createPart("headline", bothRequired),
    createPart("lead", { ...bothRequired, rows: 4 }),
    createPart("region", { isBoth: true }),
    createPart("smallest", { isBoth: true }),
  ],
} as const satisfies Record<string, readonly SitePart[]>;

export const siteLists = {
  clients: [createPart("name", required), url, createPart("logo", picture)],
  cases: [
    createPart("client"),
    createPart("year", required),
    createPart("title", bothRequired),
    createPart("text", { ...bothRequired, rows: 4 }),
    createPart("figures", { ...bothRequired, rows: 3 }),
    createPart("picture", { ...picture, name: "picture.file" }),
    createPart("alt", { isBoth: true, name: "picture.alt" }),
  ],
  team: [createPart("name", required), url, createPart("role", bothRequired), createPart("photo", picture)],
  quotes: [
    createPart("name", required),
    createPart("role", bothRequired),
    createPart("text", { ...bothRequired, rows: 4 }),
  ],
  questions: [createPart("question", bothRequired), createPart("answer", { ...bothRequired, rows: 5 })],
  subprocessors: [
    createPart("name", required),
    createPart("country", required),
    createPart("since", { ...required, type: "date" }),
    url,
    createPart("purpose", bothRequired),
  ],
  policies: [createPart("title", bothRequired), createPart("url", { ...bothRequired, type: "url" })],
} as const satisfies Record<string, readonly SitePart[]>;
type SiteList = keyof typeof siteLists;
export const siteListNames = listKeys(siteLists);

const listPartNames = (parts: readonly SitePart[]) =>
  parts.flatMap(({ name, isBoth }) => (isBoth ? locales.map((locale) => `${name}.${locale}`) : [name]));

export type SiteValues = JsonObject & { [List in SiteList]: JsonObject[] } & {
  /** Version from which the values come, as text, because drafts store no numbers. */
  seen: string;
};

/** Copies the parts as texts, which are empty where a value is missing. */
function toTexts(from: object, parts: readonly SitePart[]): JsonObject {
  const texts = {};
  for (const path of listPartNames(parts)) set(texts, path, String(get(from, path, "")));
  return texts;
}

export const emptyItems = Object.fromEntries(
  siteListNames.map((list) => [list, toTexts({}, siteLists[list])]),
) as Record<SiteList, JsonObject>;

const groupParts: readonly SitePart[] = Object.values(siteGroups).flat();
export const siteFieldNames = [...Object.keys(toTexts({}, groupParts)), ...siteListNames, "seen"];

export function toSiteValues(content: SiteContent, seen: number): SiteValues {
  const lists = siteListNames.map((list) => [list, content[list].map((item) => toTexts(item, siteLists[list]))]);
  return { ...toTexts(content, groupParts), ...Object.fromEntries(lists), seen: String(seen) };
}

export const getItemName = (item: JsonObject): string =>
  String(get(item, "name") || get(item, "title.en") || get(item, "question.en") || "");

/** Leaves out empty values. */
export function toSiteBody({ seen, ...values }: SiteValues): JsonObject {
  const lists = siteListNames.map((list) => [list, values[list].map((item) => toItemBody(item, siteLists[list]))]);
  return { ...removeEmptyParts(values, groupParts), ...Object.fromEntries(lists), seen: Number(seen) };
}

function removeEmptyValues(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\r\n", "\n").trim() || undefined;
  if (!isJsonObject(value)) return undefined;
  const filled = Object.entries(value).flatMap(([name, inner]) => {
    const kept = removeEmptyValues(inner);
    return kept === undefined ? [] : [[name, kept]];
  });
  return filled.length ? Object.fromEntries(filled) : undefined;
}

/** Keeps required texts as objects, so that a fault names the language that lacks them. */
function removeEmptyParts(value: JsonObject, parts: readonly SitePart[]): JsonObject {
  const pairs = parts.flatMap(({ name, isBoth, isRequired }) => (isBoth && isRequired ? [[name, {}]] : []));
  return { ...Object.fromEntries(pairs), ...asObject(removeEmptyValues(value)) };
}

function toItemBody(item: JsonObject, parts: readonly SitePart[]): JsonObject {
  const { year, picture, ...pruned } = removeEmptyParts(item, parts);
  if (year !== undefined) pruned.year = /^\d+$/.test(String(year)) ? Number(year) : year;
  // Keep an empty `alt`, so that a fault names the language that lacks it, as for required texts.
  if (isJsonObject(picture)) pruned.picture = { alt: {}, ...picture };
  return pruned;
}

/** Splits a field's name: `cases.0.title.en` is the English title of the first case. */
function parseFieldName(field: string) {
  const [, given, at, path = field] = /^(\w+)\.(\d+)\.(.+)$/.exec(field) ?? [];
  const list = siteListNames.find((name) => name === given);
  const parts: readonly SitePart[] = list === undefined ? groupParts : siteLists[list];
  const part = parts.find((each) => each.name === path || listPartNames([each]).includes(path));
  const language = part?.isBoth ? locales.find((locale) => path.endsWith(`.${locale}`)) : undefined;
  return {
    list,
    isPicture: part?.type === "picture",
    number: Number(at) + 1,
    label: part?.label ?? "name",
    language,
  } as const;
}

export function formatSiteLabel(t: DeskText<"site">, field: string): string {
  const { list, number, label, language } = parseFieldName(field);
  const name = t(`fields.${label}`);
  const own = language ? t("inLanguage", { label: name, language: t(`languages.${language}`) }) : name;
  return list ? t("fieldOfItem", { list: t(`lists.${list}.title`), number, label: own }) : own;
}

/** Replaces the reference of a picture with a readable name. */
export function formatSiteText(t: DeskText<"site">, text: string): string {
  const picture = parsePictureReference(text);
  return picture ? t("pictures.named", { ...picture, hash: picture.hash.slice(0, 6) }) : text;
}

const ownRules = ["phone", "whatsApp", "country", "year", "url", "figures", "since"] as const;

export function formatSiteFault(t: DeskText<"site">, { field, rule, max }: FieldFault): string {
  const { list, label, isPicture } = parseFieldName(field);
  if (isPicture) return t("faults.picture");
  if (rule === "required" && label === "alt") return t("faults.alt");
  if (rule === "required" || rule === "characters") return t(`faults.${rule}`);
  if (rule === "too_long" && max !== undefined) return t("faults.too_long", { max });
  if (list === "clients" && label === "name") return t("faults.client");
  return t(`faults.${ownRules.find((own) => own === label) ?? "other"}`);
}
