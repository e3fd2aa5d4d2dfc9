import en from "#messages/en/verdict.json";
import es from "#messages/es/verdict.json";
import { createText } from "./create-text.ts";

/** Verdicts and promised reply times in a language. */
export const verdictText = createText({ en, es });
