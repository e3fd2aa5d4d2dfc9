import { evaluationForm, handleForm } from "#lib/http/handle-form.ts";
import { toFormRoute } from "#lib/http/web.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { submitEvaluation } from "#lib/server/submissions/submit.ts";

const route = toFormRoute(
  handleForm(evaluationForm, submitEvaluation, (locale) => ({
    form: getPathname({ href: "/evaluation", locale }),
    outcome: getPathname({ href: "/evaluation/answer", locale }),
    refused: getPathname({ href: "/evaluation/refused", locale }),
  })),
);

export { route as GET, route as POST };
