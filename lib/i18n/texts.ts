// Texts of pages, verdicts and assistants, for the server only. The browser's texts are separate, to stay small.
import "server-only";
import assistantsEn from "#messages/en/assistants.json";
import questionsEn from "#messages/en/questions.json";
import siteEn from "#messages/en/site.json";
import templatesEn from "#messages/en/templates.json";
import verdictEn from "#messages/en/verdict.json";
import assistantsEs from "#messages/es/assistants.json";
import questionsEs from "#messages/es/questions.json";
import siteEs from "#messages/es/site.json";
import templatesEs from "#messages/es/templates.json";
import verdictEs from "#messages/es/verdict.json";
import { createText } from "./create-text.ts";
import type { Locale } from "./locales.ts";

const english = { ...siteEn, questions: questionsEn };
export type SiteMessages = typeof english;

export const siteMessages: Record<Locale, SiteMessages> = {
  en: english,
  es: { ...siteEs, questions: questionsEs },
};

export const assistantText = createText({ en: assistantsEn, es: assistantsEs });

export const verdictText = createText({ en: verdictEn, es: verdictEs });

/** Reply templates of a new desk. */
export const templateText = createText({ en: templatesEn, es: templatesEs });
