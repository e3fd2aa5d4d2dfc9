import { toOneLine, toShownName } from "../domain/plain-text.ts";
import { fields, type TypedField, typedFields } from "../domain/submissions/core/fields.ts";
import { describeAnswer } from "../domain/submissions/core/question-texts.ts";
import { questions } from "../domain/submissions/core/questions.ts";
import type { ContactInput, EvaluationInput } from "../domain/submissions/core/schema.ts";
import { type Locale, locales } from "../i18n/locales.ts";
import { assistantText } from "../i18n/texts.ts";
import { quoteText } from "../markdown/write.ts";
import type { Door } from "./door.ts";

type Input = EvaluationInput | ContactInput;
export type ConsentQuestion = { message: string; title: string; description: string };

/** The email field has an example for clients that see only the schema. */
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
const englishNames = new Intl.DisplayNames("en", { type: "language" });

export const agentWords = {
  language: `${locales.map((locale) => `${locale}: ${englishNames.of(locale)}`).join(", ")}.`,
  agentName: "Your name, such as ChatGPT",
};

const asked = [...new Set([...typedFields.evaluation, ...typedFields.inquiry])].sort(
  (one, other) => Number(fields[one].isLong) - Number(fields[other].isLong),
);

/** Quotes the submitted values below our own text, so that no value can pass for our words. */
export function writeConsentQuestion(
  input: Input,
  { site: { name, url } }: Door,
  noticeVersion: string,
): ConsentQuestion {
  const t = assistantText(input.language);
  const given: Partial<Record<TypedField, string>> = input;
  const agent = toShownName(input.agentName ?? "");
  const opening = t("consent.opening", {
    agent,
    company: name,
    host: new URL(url).host,
    notice: noticeVersion,
    hasPhone: given.phone ? "yes" : "no",
  });
  const lines = asked.flatMap((field) => {
    const [label, value] = [t(`consent.fields.${field}`), given[field]];
    if (value === undefined) return [];
    return [fields[field].isLong ? `${label}:\n${quoteText(value)}` : `${label}: “${toOneLine(value, value.length)}”`];
  });
  return {
    message: [opening, lines.join("\n"), ...listAnswers(input)].join("\n\n"),
    title: t("consent.title"),
    description: t("consent.description", { company: name }),
  };
}

type BookingQuestion = { agentName: string; time: string; language: Locale };

export function writeBookingQuestion(
  { agentName, time, language }: BookingQuestion,
  { site: { name }, bookingHost }: Door,
) {
  const t = assistantText(language);
  const values = { agent: toShownName(agentName), company: name, host: bookingHost, time };
  return {
    message: t("consent.booking.opening", values),
    title: t("consent.title"),
    description: t("consent.booking.description", values),
  };
}

function listAnswers(input: Input): string[] {
  if (!("answersByKey" in input) || !input.answersByKey) return [];
  const { answersByKey, language } = input;
  const lines = questions.map(({ key }) => {
    const { label, value } = describeAnswer(key, answersByKey[key], language);
    return `${label} ${value}`;
  });
  return [`${assistantText(language)("consent.answers")}:\n${lines.join("\n")}`];
}
