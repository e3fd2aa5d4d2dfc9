import * as z from "zod/mini";
import { SeenEntry } from "./content.ts";

/** Older ones are deleted with the next change. */
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
  /** Of the same entry. */
  version: z.int().check(z.positive()),
});
export type RestoreInput = z.infer<typeof RestoreInput>;
