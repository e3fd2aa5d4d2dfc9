import * as z from "zod/mini";
import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { Locale } from "../../locale.ts";
import { isoTime, withRules } from "../../schema-kit.ts";
import { codePointLength } from "../../text-bounds.ts";
import { asName, asText } from "../reference/bounds.ts";
import { type FoundOperation, findOperations, getFirstTag } from "../reference/document.ts";
import { ApiCatalogEntry, type ApiCatalogService, HttpsUrl } from "../schema.ts";
import { checkSlug, contentBounds, type EntryContent, SeenEntry, specFaults, toSlug } from "./content.ts";
import { Conversion, UnusedParts } from "./import-notes.ts";

export const ImportInput = z.object({
  document: z.string(),
  /** URL of the document, used if `document` is empty. */
  url: z.string(),
  /** Slug of the entry to change; empty for a new entry. */
  target: z.string(),
  language: Locale,
});
export type ImportInput = z.infer<typeof ImportInput>;

const openapiFaults = [
  ...specFaults,
  ...(["yaml", "twice", "aliases", "swagger", "version", "no_title", "no_paths"] as const),
] as const;
export type OpenapiFault = (typeof openapiFaults)[number];

const fetchFaults = [
  "address",
  "inside",
  "redirects",
  "slow",
  "too_large",
  "type",
  "status",
  "unreachable",
  "encoding",
] as const;
export type FetchFault = (typeof fetchFaults)[number];

export const importFaults = [...openapiFaults, ...fetchFaults, "nothing"] as const;
export type ImportFault = (typeof importFaults)[number];

const ImportedService = z.object({
  /** The OpenAPI tag, unchanged, because the reference finds a service's operations by it. */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  operations: z.array(z.string()),
  docsUrl: z.nullable(z.string()),
});
type ImportedService = z.infer<typeof ImportedService>;

const ImportedTexts = z.object({
  title: z.string(),
  description: z.string(),
  endpoints: z.array(z.string()),
  services: z.array(ImportedService),
  docsUrl: z.nullable(z.string()),
});
export type ImportedApi = z.infer<typeof ImportedTexts> & { spec: JsonObject };

export const ImportReview = z.union([
  z.object({
    document: z.string(),
    texts: ImportedTexts,
    conversions: z.array(Conversion),
    unused: UnusedParts,
    entry: z.nullable(ApiCatalogEntry),
  }),
  z.object({
    fault: z.enum(importFaults),
    /** Line number, starting at 1. */
    line: z.optional(z.int()),
    column: z.optional(z.int()),
  }),
]);
export type ImportReview = z.infer<typeof ImportReview>;

export const ImportChoice = withRules(
  z.object({
    document: z.string(),
    language: Locale,
    /** The entry to change, or `null` to create a new one. */
    entry: z.nullable(SeenEntry),
    /** Slug of the new entry. Ignored when an entry is changed. */
    slug: z.string(),
    take: z.array(z.string()),
  }),
  (input) => (input.entry === null ? checkSlug(input) : []),
);
export type ImportChoice = z.output<typeof ImportChoice>;

/** `since`: when the URL first returned the document that the operator has seen. */
export const DocumentChoice = z.extend(SeenEntry, { since: isoTime() });
export type DocumentChoice = z.infer<typeof DocumentChoice>;

/** Returns faults instead of throwing. `findParagraph` returns the first paragraph of a Markdown text on one line. */
export function readOpenapi(
  spec: JsonObject,
  findParagraph: (markdown: string) => string,
): { api: ImportedApi } | { fault: OpenapiFault } {
  if (typeof spec.openapi !== "string" || !/^3\.\d+(\.\d+)?/.test(spec.openapi)) return { fault: "version" };
  const info = asObject(spec.info);
  const title = asName(info.title, contentBounds.title - 1);
  if (!title) return { fault: "no_title" };
  const toDescription: ToDescription = (value) =>
    asText(findParagraph(typeof value === "string" ? value : ""), contentBounds.description - 1);
  const found = findOperations({ document: { ...spec, webhooks: null } }, contentBounds.endpoints).operations;
  if (!hasValidPaths(spec) && !found.length) return { fault: "no_paths" };
  return {
    api: {
      title,
      description: toDescription(info.description) || asName(info.summary),
      endpoints: [...new Set(found.map(toEndpoint))],
      services: listServices(spec, found, toDescription),
      docsUrl: findAddress(spec.externalDocs),
      spec,
    },
  };
}

/** OpenAPI 3.0 requires `paths`; from 3.1 on, a document may have only components or webhooks. */
function hasValidPaths({ paths, webhooks, components, openapi }: JsonObject): boolean {
  if (paths !== undefined) return isJsonObject(paths);
  return !String(openapi).startsWith("3.0") && (isJsonObject(webhooks) || isJsonObject(components));
}

type ToDescription = (value: unknown) => string;

function toEndpoint({ method, path }: FoundOperation): string {
  return `${method} ${path}`;
}

function listServices(spec: JsonObject, found: FoundOperation[], toDescription: ToDescription): ImportedService[] {
  const services = new Map<string, ImportedService>();
  const used = new Set(found.map(getFirstTag));
  const tags = asList(spec.tags).map(asObject);
  for (const tag of tags) if (used.has(asName(tag.name))) addService(services, asName(tag.name), tag, toDescription);
  for (const each of found) {
    const id = getFirstTag(each);
    if (!id) continue;
    const service = services.get(id) ?? addService(services, id, {}, toDescription);
    const operation = asName(each.operation.operationId) || toEndpoint(each);
    if (service && !service.operations.includes(operation)) service.operations.push(operation);
  }
  return [...services.values()];
}

function addService(
  services: Map<string, ImportedService>,
  id: string,
  tag: JsonObject,
  toDescription: ToDescription,
): ImportedService | undefined {
  if (!id || codePointLength(id) > contentBounds.title) return undefined;
  const known = services.get(id);
  if (known || services.size >= contentBounds.services) return known;
  const service: ImportedService = {
    id,
    title: asName(tag["x-displayName"]) || asName(tag.summary) || toTitle(id),
    description: toDescription(tag.description),
    operations: [],
    docsUrl: findAddress(tag.externalDocs),
  };
  services.set(id, service);
  return service;
}

function toTitle(tag: string): string {
  if (!/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(tag)) return tag;
  const words = tag.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function findAddress(externalDocs: unknown): string | null {
  return HttpsUrl.safeParse(asObject(externalDocs).url).data ?? null;
}

export function applyImport(base: EntryContent | null, api: ImportedApi, locale: Locale): EntryContent {
  const isEnglish = locale === "en";
  const entry = base ?? createContent(toSlug(api.title));
  return {
    ...entry,
    ...(isEnglish ? { titleEn: api.title } : { titleEs: api.title }),
    ...(api.description ? (isEnglish ? { descriptionEn: api.description } : { descriptionEs: api.description }) : {}),
    endpoints: api.endpoints.length ? api.endpoints : entry.endpoints,
    services: api.services.length
      ? api.services.map((service) => mergeService(entry, service, isEnglish))
      : entry.services,
    docsUrl: api.docsUrl ?? entry.docsUrl ?? null,
    spec: api.spec,
  };
}

/** Replaces document, endpoints and operations, but no texts. A new service has one title for both languages. */
export function applyDocument(entry: EntryContent, api: ImportedApi): EntryContent {
  const { endpoints, services, spec } = applyImport(entry, api, "en");
  const merged = services.map((service) => {
    const known = entry.services.find(({ id }) => id === service.id);
    if (known) return { ...known, operations: service.operations };
    return { ...service, titleEs: service.titleEn, descriptionEs: service.descriptionEn };
  });
  return { ...entry, endpoints, services: merged, spec };
}

function mergeService(entry: EntryContent, service: ImportedService, isEnglish: boolean): ApiCatalogService {
  const known = entry.services.find(({ id }) => id === service.id);
  const title = isEnglish ? { titleEn: service.title } : { titleEs: service.title };
  const description = isEnglish ? { descriptionEn: service.description } : { descriptionEs: service.description };
  return {
    ...(known ?? { titleEn: "", titleEs: "", descriptionEn: "", descriptionEs: "", swaggerUrl: null }),
    ...title,
    ...(service.description || !known ? description : {}),
    id: service.id,
    operations: service.operations,
    docsUrl: service.docsUrl ?? known?.docsUrl ?? null,
  };
}

export function createContent(slug = ""): EntryContent {
  return {
    slug,
    titleEn: "",
    titleEs: "",
    descriptionEn: "",
    descriptionEs: "",
    useCasesEn: [],
    useCasesEs: [],
    endpoints: [],
    services: [],
    docsUrl: null,
    swaggerUrl: null,
    spec: {},
  };
}

export function replaceFields(before: EntryContent, after: EntryContent, names: readonly string[]): EntryContent {
  const taken = Object.entries(after).filter(([name]) => names.includes(name));
  return { ...before, ...Object.fromEntries(taken) };
}

export function applyChoice(
  before: EntryContent | null,
  api: ImportedApi,
  { language, slug, take }: Pick<ImportChoice, "language" | "slug" | "take">,
): EntryContent {
  const after = applyImport(before, api, language);
  return before ? replaceFields(before, after, take) : { ...after, slug: slug.trim() };
}
