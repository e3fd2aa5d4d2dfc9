import * as z from "zod/mini";
import { contentBounds, EntryContent, isNewSlug, readSpec, type SpecFault } from "./content.ts";
import { missingForReaders } from "./missing-language.ts";

/** A form's fields by name, as a browser sends them: `titleEn`, `services.0.titleEn`. */
export const EntryFields = z.record(z.string(), z.string());
export type EntryFields = z.infer<typeof EntryFields>;

export const textFields = ["slug", "titleEn", "titleEs", "descriptionEn", "descriptionEs"] as const;
export const lineFields = ["useCasesEn", "useCasesEs", "endpoints"] as const;
export const addressFields = ["docsUrl", "swaggerUrl"] as const;
export const serviceTextFields = ["id", "titleEn", "titleEs", "descriptionEn", "descriptionEs"] as const;

export type FaultKind =
  | "required"
  | "too_many"
  | "address"
  | "slug"
  | "slug_taken"
  | "one_title"
  | "language"
  | "service_twice"
  | SpecFault;

/** What is wrong with one field; `line` counts from 1 where a field is a list. */
export type EntryFault = { field: string; kind: FaultKind; line?: number };

/** An entry as the fields of its form. */
export function toFields(content: EntryContent): EntryFields {
  const fields: EntryFields = {};
  for (const name of textFields) fields[name] = content[name];
  for (const name of lineFields) fields[name] = content[name].join("\n");
  for (const name of addressFields) fields[name] = content[name] ?? "";
  content.services.forEach((service, at) => {
    for (const name of serviceTextFields) fields[`services.${at}.${name}`] = service[name];
    for (const name of addressFields) fields[`services.${at}.${name}`] = service[name] ?? "";
    fields[`services.${at}.operations`] = service.operations.join("\n");
  });
  const isSmall = JSON.stringify(content.spec).length < contentBounds.editedSpec / 2;
  fields.spec = JSON.stringify(content.spec, null, isSmall ? 2 : 0);
  return fields;
}

const servicePattern = /^services\.(\d{1,3})\.[A-Za-z]+$/;

/** The numbers of the services that a form has, in order. */
export function serviceNumbersOf(fields: EntryFields): number[] {
  const numbers = Object.keys(fields).flatMap((name) => servicePattern.exec(name)?.[1] ?? []);
  return [...new Set(numbers.map(Number))].sort((a, b) => a - b);
}

/** Which of them hold anything: a group left empty is no service. */
function filledServices(fields: EntryFields): number[] {
  return serviceNumbersOf(fields).filter((at) =>
    [...serviceTextFields, ...addressFields, "operations"].some((name) => fields[`services.${at}.${name}`]?.trim()),
  );
}

type Options = {
  /** The slug that the entry has already. */
  slug?: string;
  /** Readers see it: both languages must be there. */
  isPublished?: boolean;
};

/** The entry that the fields describe, or everything that is wrong with them. */
export function readFields(
  fields: EntryFields,
  { slug, isPublished = false }: Options = {},
): { content: EntryContent } | { faults: EntryFault[] } {
  const numbers = filledServices(fields);
  const spec = readSpec(fields.spec ?? "");
  const given = {
    ...textsOf(textFields, fields, ""),
    ...linesOfAll(fields),
    ...addressesOf(fields, ""),
    services: numbers.map((at) => ({
      ...textsOf(serviceTextFields, fields, `services.${at}.`),
      ...addressesOf(fields, `services.${at}.`),
      operations: linesOf(fields[`services.${at}.operations`]),
    })),
    spec: "spec" in spec ? spec.spec : {},
  };
  const parsed = EntryContent.safeParse(given);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => toFault(issue, numbers));
  if ("fault" in spec) faults.push({ field: "spec", kind: spec.fault });
  faults.push(...ruleFaults(given, numbers, { slug, isPublished }));
  return parsed.success && !faults.length ? { content: parsed.data } : { faults: oncePerField(faults) };
}

/** Rules beyond the bounds of one field; told beside those, so that everything is mended at once. */
function ruleFaults(given: EntryContent, numbers: number[], { slug, isPublished }: Options): EntryFault[] {
  const faults: EntryFault[] = [];
  const wanted = given.slug.trim();
  if (wanted !== slug && !isNewSlug(wanted)) faults.push({ field: "slug", kind: "slug" });
  if (!given.titleEn.trim() && !given.titleEs.trim()) faults.push({ field: "titleEn", kind: "one_title" });
  const missing = isPublished ? missingForReaders(given) : [];
  for (const field of missing) faults.push({ field: inForm(field, numbers), kind: "language" });
  const known = new Set<string>();
  given.services.forEach(({ id }, at) => {
    if (known.has(id.trim())) faults.push({ field: `services.${numbers[at]}.id`, kind: "service_twice" });
    known.add(id.trim());
  });
  return faults;
}

/** The field of a service in the form, where numbers may be left out. */
function inForm(field: string, numbers: number[]): string {
  return field.replace(/^services\.(\d+)\./, (_, at: string) => `services.${numbers[Number(at)]}.`);
}

function textsOf<Name extends string>(names: readonly Name[], fields: EntryFields, prefix: string) {
  return Object.fromEntries(names.map((name) => [name, textOf(fields[prefix + name])])) as Record<Name, string>;
}

function linesOfAll(fields: EntryFields) {
  const lines = lineFields.map((name) => [name, linesOf(fields[name])]);
  return Object.fromEntries(lines) as Record<(typeof lineFields)[number], string[]>;
}

function textOf(value = ""): string {
  return value.replace(/\r\n?/g, "\n");
}

/** One a line; blank lines are nothing. */
function linesOf(value = ""): string[] {
  return value
    .split(/\r\n?|\n/)
    .map((given) => given.trim())
    .filter(Boolean);
}

function addressesOf(fields: EntryFields, prefix: string) {
  return Object.fromEntries(addressFields.map((name) => [name, fields[prefix + name]?.trim() || null]));
}

function toFault({ path, code, ...issue }: z.core.$ZodIssue, numbers: number[]): EntryFault {
  const [first, ...rest] = path[0] === "services" && typeof path[1] === "number" ? fromService(path, numbers) : path;
  const line = rest.find((part) => typeof part === "number");
  const field = [first, ...rest.filter((part) => part !== line)].map(String).join(".");
  const params = (issue as { params?: { rule?: string } }).params;
  return { field, kind: kindOf(code, params?.rule, field, line), ...(line === undefined ? {} : { line: line + 1 }) };
}

/** The place of a service in the form, as one part. */
function fromService(path: PropertyKey[], numbers: number[]): PropertyKey[] {
  return [`services.${numbers[Number(path[1])] ?? 0}.${String(path[2])}`, ...path.slice(3)];
}

function kindOf(code: string, rule: string | undefined, field: string, line: number | undefined): FaultKind {
  if (rule === "characters") return "characters";
  if (rule === "too_short" || rule === "blank") return "required";
  if (rule === "too_long") return "too_long";
  if (/(docs|swagger)Url$/.test(field)) return "address";
  return code === "too_big" && line === undefined ? "too_many" : "required";
}

const formOrder = [
  ...["slug", "titleEn", "titleEs", "descriptionEn", "descriptionEs", "useCasesEn", "useCasesEs"],
  ...["services", "endpoints", "docsUrl", "swaggerUrl", "spec"],
];

/** The first fault of each field, in the order of the form. */
function oncePerField(faults: EntryFault[]): EntryFault[] {
  const rank = ({ field }: EntryFault) => formOrder.indexOf(field.split(".", 1)[0] ?? "");
  return faults
    .filter(({ field }, at) => faults.findIndex((other) => other.field === field) === at)
    .sort((a, b) => rank(a) - rank(b));
}
