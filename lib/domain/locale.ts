import * as z from "zod/mini";
import { fault } from "./schema-kit.ts";

export const locales = ["en", "es"] as const;

export const Locale = z.enum(locales, { error: fault("en or es") });
export type Locale = z.infer<typeof Locale>;

/** For numbers and dates, as in Mexico and Central America: "es" alone writes 4000 and 10.000. */
export const formatLocales = { en: "en", es: "es-MX" } as const satisfies Record<Locale, string>;
