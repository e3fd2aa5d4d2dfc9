// Texts of pages, verdicts and assistants, for the server only. The browser's texts are separate, to stay small.
import "server-only";
import answersEn from "#messages/en/answers.json";
import assistantsEn from "#messages/en/assistants.json";
import changesEn from "#messages/en/changes.json";
import compareEn from "#messages/en/compare.json";
import fieldsEn from "#messages/en/fields.json";
import questionsEn from "#messages/en/questions.json";
import siteEn from "#messages/en/site.json";
import templatesEn from "#messages/en/templates.json";
import verdictEn from "#messages/en/verdict.json";
import answersEs from "#messages/es/answers.json";
import assistantsEs from "#messages/es/assistants.json";
import changesEs from "#messages/es/changes.json";
import compareEs from "#messages/es/compare.json";
import fieldsEs from "#messages/es/fields.json";
import questionsEs from "#messages/es/questions.json";
import siteEs from "#messages/es/site.json";
import templatesEs from "#messages/es/templates.json";
import verdictEs from "#messages/es/verdict.json";
import { createText } from "./create-text.ts";
import type { Locale } from "./locales.ts";

const english = { ...siteEn, fields: fieldsEn, questions: questionsEn };
export type SiteMessages = typeof english;

export const siteMessages: Record<Locale, SiteMessages> = {
  en: english,
  es: { ...siteEs, fields: fieldsEs, questions: questionsEs },
};

export const assistantText = createText({
  en: { ...assistantsEn, fields: fieldsEn },
  es: { ...assistantsEs, fields: fieldsEs },
});

export const verdictText = createText({ en: verdictEn, es: verdictEs });

/** Sentences for and against a project, by question and option. */
export const argumentTexts: Record<Locale, Record<string, Record<string, string>>> = { en: answersEn, es: answersEs };

/** Texts about the changes of the catalog, for pages, feeds and assistants. */
export const changesText = createText({ en: changesEn, es: changesEs });

/** Texts about changes between two documents. */
export const compareText = createText({ en: compareEn, es: compareEs });

/** Reply templates of a new desk. */
export const templateText = createText({ en: templatesEn, es: templatesEs });
