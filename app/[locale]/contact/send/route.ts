import { handleForm } from "#lib/http/handle-form.ts";
import { contactForm } from "#lib/http/lead-forms.ts";
import { getPathname } from "#lib/i18n/paths.ts";
import { submitContact } from "#lib/server/submissions/submit-contact.ts";

const route = handleForm(contactForm, submitContact, (locale) => ({
  form: getPathname({ href: "/contact", locale }),
  outcome: getPathname({ href: "/contact/sent", locale }),
  refused: getPathname({ href: "/contact/refused", locale }),
}));

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
