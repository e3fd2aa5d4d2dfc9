import { getPathname } from "../../../i18n/paths.ts";
import { assistantText } from "../../../i18n/texts.ts";
import type { Locale } from "../../locale.ts";
import { formFields } from "../core/fields.ts";
import { formatHandOffLink } from "./hand-off.ts";

const person = { name: "Lucía Hernández", email: "lucia+promo@example.com" };
const answers = { marketing_team: "team_with_budget", budget: "over_20k" };

export function getHandOffExamples(siteUrl: string, locale: Locale) {
  const evaluation = siteUrl + getPathname({ href: "/evaluation", locale });
  const contact = siteUrl + getPathname({ href: "/contact", locale });
  const message = assistantText(locale)("sampleQuestion");
  return {
    evaluation,
    contact,
    evaluationFields: formFields.evaluation.join(", "),
    contactFields: formFields.inquiry.join(", "),
    evaluationLink: formatHandOffLink(evaluation, { values: { ...answers, ...person }, assistant: "ChatGPT" }),
    contactLink: formatHandOffLink(contact, { values: { ...person, message }, assistant: "Claude" }),
  };
}
