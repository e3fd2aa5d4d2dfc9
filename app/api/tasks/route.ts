import { createTasksRoute } from "#lib/http/handle-tasks.ts";
import { toRoute } from "#lib/http/web.ts";
import { getPathnames } from "#lib/i18n/paths.ts";
import { readQuestionTexts } from "#lib/i18n/question-texts.ts";
import en from "#messages/en/questions.json";
import es from "#messages/es/questions.json";

const { describeAnswer } = readQuestionTexts({ en, es });
const pages = { consent: getPathnames("/consent"), privacy: getPathnames("/privacy") };
const route = toRoute(createTasksRoute({ pages, describeAnswer }));

/** Seconds that a platform gives the function. */
export const maxDuration = 60;

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
