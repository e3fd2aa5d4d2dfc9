import { handleConsent } from "#lib/http/handle-consent.ts";
import { toFormRoute } from "#lib/http/web.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { answerConsent } from "#lib/server/submissions/consent.ts";

const route = toFormRoute(
  handleConsent(answerConsent, (locale) => ({
    form: getPathname({ href: "/consent", locale }),
    outcome: getPathname({ href: "/consent/done", locale }),
    refused: getPathname({ href: "/consent/refused", locale }),
  })),
);

export { route as GET, route as POST };
