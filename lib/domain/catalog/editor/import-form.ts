import { z } from "zod";
import { locales } from "../../locale.ts";
import type { EntryContent } from "./content.ts";

/** What is imported: pasted or read from a file, or at an address; into which entry, and in which language it is. */
export const ImportForm = z.object({
  document: z.string().default(""),
  url: z.string().default(""),
  /** Slug of the entry; empty for a new one. */
  target: z.string().default(""),
  language: z.enum(locales).default("en"),
});
export type ImportForm = z.infer<typeof ImportForm>;

/** The yes to an import that was shown. */
export const ImportConfirmation = z.object({
  /** What the shown document is held under. */
  form: z.string(),
  /** Of a new entry. */
  slug: z.string().default(""),
  /** The state of the entry that the changes were shown against; empty for a new one. */
  updatedAt: z.string().default(""),
  /** The fields to take over. */
  take: z.array(z.string()).default([]),
  /** Stored as it is, or opened in the editor first. */
  step: z.enum(["save", "edit"]).default("save"),
});
export type ImportConfirmation = z.infer<typeof ImportConfirmation>;

/** `before` with the named fields of `after`. */
export function takeFields(before: EntryContent, after: EntryContent, names: readonly string[]): EntryContent {
  const taken = Object.entries(after).filter(([name]) => names.includes(name));
  return { ...before, ...Object.fromEntries(taken) };
}
