import * as z from "zod/mini";
import { AppError } from "../domain/errors.ts";
import { fault } from "../domain/schema-kit.ts";
import { formatHandOffLink, parseAssistant, parseHandOff, topicParameter } from "../domain/submissions/hand-off.ts";
import type { SiteForm } from "../domain/submissions/receipt.ts";
import { contactFields, EvaluationAnswersByKey, evaluationFields } from "../domain/submissions/schema.ts";
import { getPathname } from "../i18n/paths.ts";
import { completeAgent } from "./client.ts";
import { personWords } from "./submit-tools.ts";
import { defineTool, readingAnnotations } from "./tool.ts";

const { name, email, role, company, projectDescription, discoverySource } = evaluationFields;
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
    name: z.optional(name),
    email: z.optional(email),
    role: z.optional(role),
    company: z.optional(company),
    phone: evaluationFields.phone,
    projectDescription: z.optional(projectDescription),
    discoverySource: z.optional(discoverySource),
    answersByKey: z.optional(z.partial(EvaluationAnswersByKey)),
    message: z.optional(contactFields.message),
    topic: contactFields.topic,
  }),
  words: {
    ...personWords,
    form: "evaluation is for a project, inquiry for a question.",
    role: "Evaluation: job title",
    company: "Evaluation: company or brand",
    phone: "Evaluation: phone number",
    projectDescription: "Evaluation: the project",
    discoverySource: "Evaluation: how the person came",
    answersByKey: "Evaluation: the answers that are known.",
    message: "Inquiry: the question",
    topic: "Inquiry: slug of an entry",
  },
  prepare: completeAgent,
  output: z.object({ link: z.string(), nextStep: z.string() }),
  run: async ({ form, language, agentName = "", answersByKey, ...typed }, { door: { site } }) => {
    const given = Object.entries({ ...answersByKey, ...typed });
    const values = Object.fromEntries(given.flatMap(([field, value]) => (value ? [[field, value]] : [])));
    const siteForm = siteForms[form];
    const page = site.url + getPathname({ href: `/${siteForm}`, locale: language });
    const link = formatHandOffLink(page, { values, assistant: agentName });
    const ignored = listIgnored(siteForm, link, { ...values, agentName });
    if (ignored.length) throw new AppError("invalid_input", describeIgnored(form, ignored));
    const nextStep = "Give the person this link word for word: they check the form and send it. Nothing was stored.";
    return { link, nextStep };
  },
});

/** The names of values that the form would ignore. */
function listIgnored(form: SiteForm, link: string, { agentName = "", ...values }: Record<string, string>): string[] {
  const { search, hash } = new URL(link);
  const taken = parseHandOff(form, search, hash)?.values ?? {};
  const isTaken = (field: string) => (field === topicParameter ? form === "contact" : field in taken);
  const ignored = Object.keys(values).filter((field) => !isTaken(field));
  return agentName && !parseAssistant(agentName) ? [...ignored, "agentName"] : ignored;
}

const ofInquiry = ["name", "email", "message", "topic", "agentName"];

function describeIgnored(form: keyof typeof siteForms, ignored: string[]): string {
  const isForeign = (field: string) =>
    form === "inquiry" ? !ofInquiry.includes(field) : ["message", "topic"].includes(field);
  const foreign = ignored.filter(isForeign);
  const unseen = ignored.filter((field) => !isForeign(field));
  return [
    ...(foreign.length ? [`The form of an ${form} has no ${foreign.join(", ")}: leave them out.`] : []),
    ...(unseen.length ? [`Characters that nobody sees are in ${unseen.join(", ")}: take them out.`] : []),
  ].join(" ");
}
