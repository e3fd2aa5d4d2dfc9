import { contactForm, handleForm } from "#lib/http/handle-form.ts";
import { toFormRoute } from "#lib/http/web.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { submitInquiry } from "#lib/server/submissions/submit.ts";

const route = toFormRoute(
  handleForm(contactForm, submitInquiry, (locale) => ({
    form: getPathname({ href: "/contact", locale }),
    outcome: getPathname({ href: "/contact/sent", locale }),
    refused: getPathname({ href: "/contact/refused", locale }),
  })),
);

export { route as GET, route as POST };
