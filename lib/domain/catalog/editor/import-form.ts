import * as z from "zod/mini";
import { locales } from "../../locale.ts";
import type { EntryContent } from "./content.ts";

/** What is imported: pasted or read from a file, or at an address; into which entry, and in which language it is. */
export const ImportForm = z.object({
  document: z._default(z.string(), ""),
  url: z._default(z.string(), ""),
  /** Slug of the entry; empty for a new one. */
  target: z._default(z.string(), ""),
  language: z._default(z.enum(locales), "en"),
});
export type ImportForm = z.infer<typeof ImportForm>;

/** The yes to an import that was shown. */
export const ImportConfirmation = z.object({
  /** What the shown document is held under. */
  form: z.string(),
  /** Of a new entry. */
  slug: z._default(z.string(), ""),
  /** The state of the entry that the changes were shown against; empty for a new one. */
  updatedAt: z._default(z.string(), ""),
  /** The fields to take over. */
  take: z._default(z.array(z.string()), []),
  /** Stored as it is, or opened in the editor first. */
  step: z._default(z.enum(["save", "edit"]), "save"),
});
export type ImportConfirmation = z.infer<typeof ImportConfirmation>;

/** `before` with the named fields of `after`. */
export function takeFields(before: EntryContent, after: EntryContent, names: readonly string[]): EntryContent {
  const taken = Object.entries(after).filter(([name]) => names.includes(name));
  return { ...before, ...Object.fromEntries(taken) };
}
