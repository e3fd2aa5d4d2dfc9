import * as z from "zod/mini";
import { AppError } from "../domain/errors.ts";
import { fault } from "../domain/schema-kit.ts";
import { fields, pickFields, typedFields } from "../domain/submissions/core/fields.ts";
import { questionKeys } from "../domain/submissions/core/question-keys.ts";
import { contactFields, EvaluationAnswersByKey, evaluationFields } from "../domain/submissions/core/schema.ts";
import { findTypedFault, getTextBounds } from "../domain/submissions/core/submission-texts.ts";
import {
  formatHandOffLink,
  parseAssistantName,
  parseHandOff,
  topicParameter,
} from "../domain/submissions/intake/hand-off.ts";
import type { SiteForm } from "../domain/submissions/intake/receipt.ts";
import { describeBounds } from "../domain/text-bounds.ts";
import { getPathname } from "../i18n/paths.ts";
import { agentWords } from "./submission-tools.ts";
import { defineTool, readingAnnotations } from "./tool.ts";

const { evaluation, inquiry } = typedFields;
const typedSchemas = { ...pickFields(evaluationFields, evaluation), ...pickFields(contactFields, inquiry) };
const forms = { evaluation: "Evaluation: ", inquiry: "Inquiry: ", both: "" };
const typedWords = Object.fromEntries(
  [...evaluation, ...inquiry].map((name) => {
    const description = z.globalRegistry.get(typedSchemas[name])?.description;
    return [name, `${forms[fields[name].of]}${description}`];
  }),
);
const siteForms = { evaluation: "evaluation", inquiry: "contact" } as const;

export const prepareForm = defineTool({
  name: "prepare_form",
  title: "Prepare a form for the person",
  description:
    "Writes a link that opens a form of the site filled in. Use it when a submission was refused, or the person would rather check and send it themselves. Do not use it after a submission that was answered. Returns the link, which keeps what the person says behind #, where no server sees it. Stores nothing and may be repeated.",
  annotations: readingAnnotations,
  input: z.object({
    form: z.enum(["evaluation", "inquiry"], { error: fault("evaluation or inquiry") }),
    language: evaluationFields.language,
    agentName: evaluationFields.agentName,
    ...z.partial(z.object(typedSchemas)).shape,
    answersByKey: z.optional(z.partial(EvaluationAnswersByKey)),
  }),
  words: {
    ...typedWords,
    ...agentWords,
    form: "evaluation is for a project, inquiry for a question.",
    answersByKey: "Evaluation: the answers that are known.",
  },
  output: z.object({ link: z.string(), nextStep: z.string() }),
  run: async ({ form, language, agentName = "", answersByKey, ...typed }, { door: { site } }) => {
    const given = Object.entries({ ...answersByKey, ...typed });
    const values = Object.fromEntries(given.flatMap(([field, value]) => (value ? [[field, value]] : [])));
    const siteForm = siteForms[form];
    const page = site.url + getPathname({ href: `/${siteForm}`, locale: language });
    const link = formatHandOffLink(page, { values, assistant: agentName });
    const ignored = listIgnoredFields(siteForm, link, { ...values, agentName });
    if (ignored.length) throw new AppError("invalid_input", describeIgnored(form, ignored, { ...values, agentName }));
    const nextStep = "Give the person this link word for word: they check the form and send it. Nothing was stored.";
    return { link, nextStep };
  },
});

function listIgnoredFields(
  form: SiteForm,
  link: string,
  { agentName = "", ...values }: Record<string, string>,
): string[] {
  const { search, hash } = new URL(link);
  const taken = parseHandOff(form, search, hash)?.values ?? {};
  const isTaken = (field: string) => (field === topicParameter ? form === "contact" : field in taken);
  const ignored = Object.keys(values).filter((field) => !isTaken(field));
  return agentName && !parseAssistantName(agentName) ? [...ignored, "agentName"] : ignored;
}

const ownFields: Record<keyof typeof siteForms, readonly string[]> = {
  evaluation: [...evaluation, ...questionKeys, "agentName"],
  inquiry: [...inquiry, "agentName"],
};

/** The values are trimmed, and so may be shorter than their schemas demand. */
function describeIgnored(
  form: keyof typeof siteForms,
  ignored: string[],
  values: Record<string, string | undefined>,
): string {
  const others = ignored.filter((field) => !ownFields[form].includes(field));
  const own = ignored.filter((field) => !others.includes(field));
  const withFault = own.filter((field) => findTypedFault(field, values[field] ?? ""));
  const withInvisible = own.filter((field) => !withFault.includes(field));
  return [
    ...(others.length ? [`The form of an ${form} has no ${others.join(", ")}: leave them out.`] : []),
    ...withFault.map(
      (field) =>
        `Without white space at its ends, ${field} must be ${describeBounds({ max: 0, ...getTextBounds(field) })}.`,
    ),
    ...(withInvisible.length ? [`Remove the invisible characters from ${withInvisible.join(", ")}.`] : []),
  ].join(" ");
}
