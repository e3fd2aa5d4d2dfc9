import { z } from "zod";
import { stableCodes } from "./errors.ts";

/** Spec 2.10. */
export const ApiError = z.object({
  error: z.string().describe("What is wrong and what to change, for people."),
  code: z.enum(stableCodes).optional().describe("Stable reason, where there is one."),
});
export type ApiError = z.infer<typeof ApiError>;
