import en from "#messages/en/verdict.json";
import es from "#messages/es/verdict.json";
import { createText } from "./create-text.ts";

/** The verdicts and the promised time of a reply, in a language. */
export const verdictText = createText({ en, es });
