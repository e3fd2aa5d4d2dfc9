import { z } from "zod/mini";
import { stableCodes } from "./errors.ts";
import { described } from "./text.ts";

/** Spec 2.10. */
export const ApiError = z.object({
  error: described("What is wrong and what to change, for people.", z.string()),
  code: z.optional(described("Stable reason, where there is one.", z.enum(stableCodes))),
});
export type ApiError = z.infer<typeof ApiError>;
