import { getPathnames } from "../lib/i18n/paths.ts";
import { readQuestionTexts } from "../lib/i18n/question-texts.ts";
import type { SiteParts } from "../lib/server/mail/prepare-mail.ts";
import en from "../messages/en/questions.json" with { type: "json" };
import es from "../messages/es/questions.json" with { type: "json" };

export const questionTexts = readQuestionTexts({ en, es });

/** For the server and the worker, whose mails do without the site's components. */
export const siteParts: SiteParts = {
  pages: { consent: getPathnames("/consent"), privacy: getPathnames("/privacy") },
  describeAnswer: questionTexts.describeAnswer,
};
