import { createMcpRoute } from "#lib/http/routes.ts";
import { toRoute } from "#lib/http/web.ts";
import { readQuestionTexts } from "#lib/i18n/question-texts.ts";
import en from "#messages/en/questions.json";
import es from "#messages/es/questions.json";

const route = toRoute(createMcpRoute(readQuestionTexts({ en, es })));

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
