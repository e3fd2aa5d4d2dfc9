import type { Locale } from "../lib/domain/locale.ts";
import { getPathnames } from "../lib/i18n/paths.ts";
import type { SiteParts } from "../lib/server/mail/prepare-mail.ts";
import en from "../messages/en.json" with { type: "json" };
import es from "../messages/es.json" with { type: "json" };

const questionTexts: Record<Locale, Record<string, Record<string, string>>> = { en: en.questions, es: es.questions };

/** For the server and the worker, whose mails do without the site's components. */
export const siteParts: SiteParts = {
  pages: { consent: getPathnames("/consent"), privacy: getPathnames("/privacy") },
  describeAnswer: (question, option, language) => {
    const texts = questionTexts[language][question] ?? {};
    return { label: texts.question ?? question, value: texts[option] ?? option };
  },
};
