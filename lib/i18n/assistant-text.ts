import en from "#messages/en/assistants.json";
import es from "#messages/es/assistants.json";
import { createText } from "./create-text.ts";

/** Texts for assistants and the people they ask, for Markdown pages and the MCP server. */
export const assistantText = createText({ en, es });
