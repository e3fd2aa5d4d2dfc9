import * as z from "zod/mini";
import { SeenEntry } from "./content.ts";

/** Number of versions kept per entry. Each change deletes older ones. */
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
  /** Id of a version of the same entry. */
  version: z.int().check(z.positive()),
});
export type RestoreInput = z.infer<typeof RestoreInput>;
