import { z } from "zod";

/** Which entry is changed, and the state of it that the operator had before their eyes. */
export const SeenEntry = z.object({
  id: z.coerce.number().int().min(1).max(2_147_483_647),
  updatedAt: z.iso.datetime(),
});
export type SeenEntry = z.infer<typeof SeenEntry>;

/** The same from a form, with the slug its page stands at. */
export const SeenEntryForm = SeenEntry.extend({ storedSlug: z.string() });
