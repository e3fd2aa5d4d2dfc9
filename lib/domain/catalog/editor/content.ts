import * as z from "zod/mini";
import { asList, asObject, isJsonObject, type JsonObject, walkJson } from "../../json.ts";
import type { Locale } from "../../locale.ts";
import { isoTime, positiveInt, type RuleIssue, text, withRules } from "../../schema-kit.ts";
import { fold } from "../../spelling.ts";
import { type FaultRule, isStorable } from "../../text-bounds.ts";
import { type ApiCatalogEntry, ApiCatalogService, CatalogDraft } from "../schema.ts";

/** Maximum lengths in characters and numbers of items. Database CHECKs also enforce those for slug and URLs. */
export const contentBounds = {
  slug: 80,
  title: 160,
  description: 4000,
  line: 500,
  useCases: 50,
  endpoints: 1000,
  services: 100,
  /** Maximum length of the document's JSON text in characters. */
  spec: 2 * 1024 * 1024,
  /** A longer document cannot be edited as text, because the page would be too large. */
  editedSpec: 512 * 1024,
  /** Maximum nesting depth of a document. Deeper ones exist only to break parsers. */
  specDepth: 100,
} as const;

export const textFields = ["slug", "titleEn", "titleEs", "descriptionEn", "descriptionEs"] as const;
export const lineFields = ["useCasesEn", "useCasesEs", "endpoints"] as const;
export const addressFields = ["docsUrl", "swaggerUrl"] as const;
export const serviceTextFields = ["id", "titleEn", "titleEs", "descriptionEn", "descriptionEs"] as const;

const line = text({ max: contentBounds.line });
const title = text({ max: contentBounds.title });
const description = text({ max: contentBounds.description });
const lines = (max: number) => z.array(line).check(z.maxLength(max));

const bilingual = { titleEn: title, titleEs: title, descriptionEn: description, descriptionEs: description };

const EditedService = z.extend(ApiCatalogService, {
  id: text({ min: 1, max: contentBounds.title }),
  ...bilingual,
  operations: lines(contentBounds.endpoints),
});

export const EntryTexts = z.extend(z.omit(CatalogDraft, { published: true, spec: true }), {
  slug: text({ min: 1, max: contentBounds.slug }),
  ...bilingual,
  useCasesEn: lines(contentBounds.useCases),
  useCasesEs: lines(contentBounds.useCases),
  endpoints: lines(contentBounds.endpoints),
  services: z.array(EditedService).check(z.maxLength(contentBounds.services)),
});
export type EntryContent = z.infer<typeof EntryTexts> & { spec: JsonObject };

export function toContent({ id: _, published: __, updatedAt: ___, ...content }: ApiCatalogEntry): EntryContent {
  return content;
}

export function pickTitle({ titleEn, titleEs }: { titleEn: string; titleEs: string }, language: Locale): string {
  return language === "es" ? titleEs || titleEn : titleEn || titleEs;
}

export const SeenEntry = z.object({
  id: positiveInt(),
  updatedAt: isoTime(),
});
export type SeenEntry = z.infer<typeof SeenEntry>;

export const SaveConflict = z.object({
  slug: z.string(),
  seenAt: isoTime(),
  by: z.array(z.string()),
  isPublished: z.boolean(),
});
export type SaveConflict = z.infer<typeof SaveConflict>;

const SpecText = z.pipe(
  z.string(),
  z.transform((json, ctx): JsonObject => {
    const read = readSpec(json);
    if ("spec" in read) return read.spec;
    const params = { rule: specRules[read.fault], max: contentBounds.spec };
    ctx.issues.push({ code: "custom", input: json, message: `must be ${specBound}`, params });
    return z.NEVER;
  }),
);

export const EntryInput = withRules(
  z.extend(EntryTexts, {
    entry: z.nullable(z.extend(SeenEntry, { slug: z.string(), published: z.boolean() })),
    /** If omitted, the stored document stays. */
    spec: z.optional(SpecText),
    /** `seenAt` of the `SaveConflict` that the operator chose to overwrite. */
    overwrites: z.optional(isoTime()),
  }),
  checkSlug,
  checkRequiredTexts,
  checkServiceIds,
);
export type EntryInput = z.output<typeof EntryInput>;

function isNewSlug(slug: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && !["new", "import"].includes(slug);
}

export function toSlug(title: string): string {
  const parts = fold(title).match(/[a-z0-9]+/g) ?? [];
  const slug = parts.join("-").slice(0, 40).replace(/-+$/, "");
  return isNewSlug(slug) ? slug : slug && `${slug}-api`;
}

/** Existing entries keep their slugs, even if those would be invalid for new entries. */
export function checkSlug({ slug, entry }: JsonObject): RuleIssue[] {
  if (typeof slug !== "string" || slug === asObject(entry).slug || isNewSlug(slug.trim())) return [];
  const message = "must be lower-case letters, digits and single hyphens, and neither new nor import";
  return [{ path: ["slug"], message, params: { rule: "pattern" } }];
}

const isBlank = (value: unknown) => typeof value === "string" && !value.trim();
const createMissingIssue = (path: PropertyKey[], message: string): RuleIssue => ({
  path,
  message,
  params: { rule: "required" },
});

function checkRequiredTexts(input: JsonObject): RuleIssue[] {
  if (asObject(input.entry).published === true) {
    return listTextsMissingForReaders(input).map((path) =>
      createMissingIssue(path, "is required while the entry is published"),
    );
  }
  return isBlank(input.titleEn) && isBlank(input.titleEs)
    ? [createMissingIssue(["titleEn"], "is required in one language")]
    : [];
}

export function listTextsMissingForReaders(entry: JsonObject): PropertyKey[][] {
  const titles = ["titleEn", "titleEs"] as const;
  const texts = [...titles, "descriptionEn", "descriptionEs"] as const;
  return [
    ...texts.filter((name) => isBlank(entry[name])).map((name) => [name]),
    ...asList(entry.services).flatMap((service, at) =>
      titles.filter((name) => isBlank(asObject(service)[name])).map((name) => ["services", at, name]),
    ),
  ];
}

export type MissingText = {
  locale: Locale;
  part: "title" | "description" | "useCases" | "serviceTitle" | "serviceDescription";
  service?: string;
  /** Number of use cases without a translation. */
  missing?: number;
  /** Number of use cases in the other language. */
  all?: number;
};

export function listMissingTexts(entry: Omit<EntryContent, "slug" | "spec">): MissingText[] {
  return [
    ...listMissingTranslation("title", entry.titleEn, entry.titleEs),
    ...listMissingTranslation("description", entry.descriptionEn, entry.descriptionEs),
    ...listMissingUseCases(entry.useCasesEn, entry.useCasesEs),
    ...entry.services.flatMap(({ id, titleEn, titleEs, descriptionEn, descriptionEs }) =>
      [
        ...listMissingTranslation("serviceTitle", titleEn, titleEs),
        ...listMissingTranslation("serviceDescription", descriptionEn, descriptionEs),
      ].map((missing) => ({ ...missing, service: id })),
    ),
  ];
}

function listMissingTranslation(part: MissingText["part"], english: string, spanish: string): MissingText[] {
  const [hasEnglish, hasSpanish] = [Boolean(english.trim()), Boolean(spanish.trim())];
  if (hasEnglish === hasSpanish) return [];
  return [{ locale: hasEnglish ? "es" : "en", part }];
}

/** Compares only how many use cases there are: an equal number in both languages counts as translated. */
function listMissingUseCases(english: string[], spanish: string[]): MissingText[] {
  if (english.length === spanish.length) return [];
  const all = Math.max(english.length, spanish.length);
  const missing = all - Math.min(english.length, spanish.length);
  return [{ locale: english.length === all ? "es" : "en", part: "useCases", missing, all }];
}

/** Requires unique service IDs, because the reference finds a service's operations by this ID. */
function checkServiceIds({ services }: JsonObject): RuleIssue[] {
  const known = new Set([""]);
  return asList(services).flatMap((service, at) => {
    const id = String(asObject(service).id).trim();
    if (!known.has(id)) known.add(id);
    else if (id)
      return [{ path: ["services", at, "id"], message: "belongs to another service", params: { rule: "pattern" } }];
    return [];
  });
}

export const specFaults = ["json", "object", "deep", "characters", "too_long"] as const;
type SpecFault = (typeof specFaults)[number];

const specBound = `a JSON object of at most ${contentBounds.spec} characters and ${contentBounds.specDepth} levels`;
const specRules: Record<SpecFault, FaultRule> = {
  json: "pattern",
  object: "pattern",
  deep: "other",
  characters: "characters",
  too_long: "too_long",
};

/** Reads an empty text as an empty document, because an entry may have none. */
export function readSpec(
  json: string,
  charactersMax: number = contentBounds.spec,
): { spec: JsonObject } | { fault: SpecFault } {
  if (json.length > charactersMax) return { fault: "too_long" };
  let spec: unknown;
  try {
    spec = JSON.parse(json.trim() || "{}");
  } catch {
    return { fault: "json" };
  }
  if (!isJsonObject(spec)) return { fault: "object" };
  const fault = findDocumentFault(spec);
  return fault ? { fault } : { spec };
}

function findDocumentFault(document: JsonObject): SpecFault | undefined {
  for (const { value, depth } of walkJson(document)) {
    if (depth > contentBounds.specDepth) return "deep";
    const texts = typeof value === "string" ? [value] : Object.keys(asObject(value));
    if (!texts.every(isStorable)) return "characters";
  }
  return undefined;
}

export const versionsMax = 30;

export const versionActions = [
  "found",
  "created",
  "changed",
  "imported",
  "restored",
  "published",
  "unpublished",
] as const;
export type VersionAction = (typeof versionActions)[number];

export const RestoreInput = z.object({
  entry: SeenEntry,
  version: z.int().check(z.positive()),
});
export type RestoreInput = z.infer<typeof RestoreInput>;
