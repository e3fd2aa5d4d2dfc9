import type { Locale } from "../domain/locale.ts";
import { toOneLine, toShownName } from "../domain/plain-text.ts";
import { fields, type TypedField, typedFields } from "../domain/submissions/core/fields.ts";
import { describeAnswer } from "../domain/submissions/core/question-texts.ts";
import { questions } from "../domain/submissions/core/questions.ts";
import type { ContactInput, EvaluationInput } from "../domain/submissions/core/schema.ts";
import { quote } from "../markdown/quote.ts";
import type { Door } from "./door.ts";

type Input = EvaluationInput | ContactInput;
/** Texts of the host's form. */
type ConsentQuestion = { message: string; title: string; description: string };

/** Descriptions in tools. The email example is for clients that see only the schema. */
export const typedWords: Record<TypedField, string> = {
  name: "The person's full name",
  email: "Email like name@example.com",
  role: "The person's job title",
  company: "Company or brand name",
  phone: "If the person wants calls",
  projectDescription: "Project in their own words",
  discoverySource: "How they heard of us",
  message: "Question of the person, in their own words",
  topic: "Slug of the catalog entry in question, such as receipts-validation",
};
export const agentWords = { language: "en: English, es: Spanish.", agentName: "Your name, such as ChatGPT" };

/** Fields of the consent question, long ones last. */
const asked = [...new Set([...typedFields.evaluation, ...typedFields.inquiry])].sort(
  (one, other) => Number(fields[one].isLong) - Number(fields[other].isLong),
);

const en = {
  fields: {
    name: "Full name",
    role: "Job title",
    company: "Company or brand",
    email: "Email",
    phone: "Phone",
    discoverySource: "How you found us",
    topic: "Topic",
    projectDescription: "Project description",
    message: "Your question",
  } satisfies Record<TypedField, string>,
  answers: "Answers",
  consentOpening: (agent: string, company: string, host: string, notice: string) =>
    `The assistant “${agent}” wants to send the following to ${company} (${host}) in your name. ${company} stores it and may write to you about it by email. The privacy notice of ${notice} on that site says how long it is kept and how to have it erased. Nothing is sent unless you agree.`,
  consentTitle: "I agree",
  consentDescription: (company: string) => `${company} may store these details and contact me about them.`,
};

type Texts = typeof en;

const es: Texts = {
  fields: {
    name: "Nombre completo",
    role: "Puesto",
    company: "Empresa o marca",
    email: "Correo electrónico",
    phone: "Teléfono",
    discoverySource: "Cómo nos encontró",
    topic: "Tema",
    projectDescription: "Descripción del proyecto",
    message: "Su pregunta",
  },
  answers: "Respuestas",
  consentOpening: (agent, company, host, notice) =>
    `El asistente “${agent}” quiere enviar lo siguiente a ${company} (${host}) en su nombre. ${company} lo guarda y puede escribirle por correo al respecto. El aviso de privacidad del ${notice} en ese sitio dice cuánto tiempo se conserva y cómo pedir que se elimine. No se envía nada si usted no está de acuerdo.`,
  consentTitle: "Estoy de acuerdo",
  consentDescription: (company) => `${company} puede guardar estos datos y comunicarse conmigo al respecto.`,
};

const texts: Record<Locale, Texts> = { en, es };

/** Quotes the submitted values below our own text, so that no value can pass for it. */
export function writeConsentQuestion(
  input: Input,
  { site: { name, url } }: Door,
  noticeVersion: string,
): ConsentQuestion {
  const own = texts[input.language];
  const agent = toShownName(input.agentName ?? "");
  const opening = own.consentOpening(agent, name, new URL(url).host, noticeVersion);
  const given: Partial<Record<TypedField, string>> = input;
  const lines = asked.flatMap((field) => {
    const [label, value] = [own.fields[field], given[field]];
    if (value === undefined) return [];
    return [fields[field].isLong ? `${label}:\n${quote(value)}` : `${label}: “${toOneLine(value, value.length)}”`];
  });
  return {
    message: [opening, lines.join("\n"), ...listAnswers(input)].join("\n\n"),
    title: own.consentTitle,
    description: own.consentDescription(name),
  };
}

function listAnswers(input: Input): string[] {
  if (!("answersByKey" in input) || !input.answersByKey) return [];
  const { answersByKey, language } = input;
  const lines = questions.map(({ key }) => {
    const { label, value } = describeAnswer(key, answersByKey[key], language);
    return `${label} ${value}`;
  });
  return [`${texts[language].answers}:\n${lines.join("\n")}`];
}
