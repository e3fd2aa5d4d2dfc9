import * as z from "zod/mini";
import { fault } from "./schema-kit.ts";

export const locales = ["en", "es"] as const;

export const Locale = z.enum(locales, { error: fault("en or es") });
export type Locale = z.infer<typeof Locale>;
