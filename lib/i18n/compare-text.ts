import en from "#messages/en/compare.json";
import es from "#messages/es/compare.json";
import { createText } from "./create-text.ts";

/** Texts about changes between two documents. */
export const compareText = createText({ en, es });
