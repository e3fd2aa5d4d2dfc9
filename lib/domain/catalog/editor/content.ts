import * as z from "zod/mini";
import { isJsonObject, type JsonObject } from "../../json.ts";
import { isStorable, text } from "../../text.ts";
import { ApiCatalogService, CatalogDraft } from "../schema.ts";

/** Lengths in characters, and how many of each an entry holds. The database repeats those of slug and addresses. */
export const contentBounds = {
  slug: 80,
  title: 160,
  description: 4000,
  line: 500,
  useCases: 50,
  endpoints: 1000,
  services: 100,
  /** Of its JSON. */
  spec: 2 * 1024 * 1024,
  /** A longer document is no longer edited by hand: its page would be too large for a browser, and for us. */
  editedSpec: 512 * 1024,
  /** Deeper documents than this are made to break what reads them. */
  specDepth: 100,
} as const;

/** Pages of the desk stand at these addresses. */
const reservedSlugs = ["new", "import"];

const line = text({ max: contentBounds.line });
const title = text({ max: contentBounds.title });
const description = text({ max: contentBounds.description });
const lines = (max: number) => z.array(line).check(z.maxLength(max));

const EditedService = z.extend(ApiCatalogService, {
  id: text({ min: 1, max: contentBounds.title }),
  titleEn: title,
  titleEs: title,
  descriptionEn: description,
  descriptionEs: description,
  operations: lines(contentBounds.endpoints),
});

/** What an operator edits of an entry: the API's own schema with bounds. Whether it is published is another verb's. */
export const EntryContent = z.extend(z.omit(CatalogDraft, { published: true }), {
  slug: text({ min: 1, max: contentBounds.slug }),
  titleEn: title,
  titleEs: title,
  descriptionEn: description,
  descriptionEs: description,
  useCasesEn: lines(contentBounds.useCases),
  useCasesEs: lines(contentBounds.useCases),
  endpoints: lines(contentBounds.endpoints),
  services: z.array(EditedService).check(z.maxLength(contentBounds.services)),
});
export type EntryContent = z.infer<typeof EntryContent>;

/** Whether an entry may get this slug: a plain part of an address. One that it has already may stay. */
export function isNewSlug(slug: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && !reservedSlugs.includes(slug);
}

/** A slug made of a title; empty where nothing of it can stand in one. */
export function slugOf(title: string): string {
  const folded = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const parts = folded.match(/[a-z0-9]+/g) ?? [];
  const slug = parts.join("-").slice(0, 40).replace(/-+$/, "");
  return isNewSlug(slug) ? slug : slug && `${slug}-api`;
}

export type SpecFault = "json" | "object" | "deep" | "characters" | "too_long";

/** A document in JSON that can be stored and shown, or what is wrong with it. Nothing is a document without content. */
export function readSpec(json: string): { spec: JsonObject } | { fault: SpecFault } {
  if (json.length > contentBounds.spec) return { fault: "too_long" };
  let spec: unknown;
  try {
    spec = JSON.parse(json.trim() || "{}");
  } catch {
    return { fault: "json" };
  }
  if (!isJsonObject(spec)) return { fault: "object" };
  const fault = faultWithin(spec);
  return fault ? { fault } : { spec };
}

/** Without recursion: a document can be deeper than the stack. */
function faultWithin(document: JsonObject): SpecFault | undefined {
  let level: unknown[] = [document];
  for (let depth = 0; level.length; depth++) {
    if (depth > contentBounds.specDepth) return "deep";
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string" && !isStorable(value)) return "characters";
      if (typeof value !== "object" || value === null) continue;
      for (const [name, member] of Object.entries(value)) {
        if (!isStorable(name)) return "characters";
        below.push(member);
      }
    }
    level = below;
  }
  return undefined;
}
