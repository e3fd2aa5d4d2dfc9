import { getPathnames } from "../lib/i18n/paths.ts";
import { describeAnswer } from "../lib/i18n/question-texts.ts";
import type { SiteParts } from "../lib/server/mail/prepare-mail.ts";

/** For the server and the worker, whose mails do without the site's components. */
export const siteParts: SiteParts = {
  pages: { consent: getPathnames("/consent"), privacy: getPathnames("/privacy") },
  describeAnswer,
};
