import * as z from "zod/mini";

/** Which entry is changed, and the state of it that the operator had before their eyes. */
export const SeenEntry = z.object({
  id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)),
  updatedAt: z.iso.datetime(),
});
export type SeenEntry = z.infer<typeof SeenEntry>;

/** The same from a form, with the slug its page stands at. */
export const SeenEntryForm = z.extend(SeenEntry, { storedSlug: z.string() });
