import * as z from "zod/mini";
import { locales } from "../i18n/locales.ts";
import { fault } from "./schema-kit.ts";

export const Locale = z.enum(locales, { error: fault(locales.join(" or ")) });
export type Locale = z.infer<typeof Locale>;
