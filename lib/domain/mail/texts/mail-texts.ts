import type { Locale } from "../../locale.ts";
import { en, type MailTexts } from "./en.ts";
import { es } from "./es.ts";

export const mailTexts: Record<Locale, MailTexts> = { en, es };
