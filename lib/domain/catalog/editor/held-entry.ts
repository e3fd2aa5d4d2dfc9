import * as z from "zod/mini";
import { EntryFields } from "./fields.ts";

/** A form of an entry that is not saved yet, as it was typed or imported, and why. */
export const HeldEntry = z.object({
  fields: EntryFields,
  problem: z.enum(["faults", "slug_taken", "conflict", "not_found", "imported"]),
});
export type HeldEntry = z.infer<typeof HeldEntry>;
