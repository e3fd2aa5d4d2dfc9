import { asList, type JsonObject } from "../../json.ts";
import type { Locale } from "../../locale.ts";
import type { FieldFault } from "../../text-bounds.ts";
import { formFields, typedFields } from "../core/fields.ts";
import type { FirstTouch } from "../core/first-touch.ts";
import { getPoints, questions } from "../core/questions.ts";
import { findTypedFault, isOptionalField } from "../core/submission-texts.ts";

export type FormValues = Record<string, string | undefined>;
export type FormOrigin = { language: Locale; sourcePage: string; firstTouch?: FirstTouch };

/** Paths of the operations that take the forms' bodies, below /api. */
export const leadPaths = { evaluation: "/leads/evaluate", contact: "/leads/contact" } as const;

export const evaluationFormFields: readonly string[] = [...questions.map(({ key }) => key), ...formFields.evaluation];

/** A field hidden from people, for the spam check. The API would refuse it, so the request body leaves it out. */
export const honeypotField = "website";
export const honeypotHeader = "Honeypot-Filled";

export function isHoneypotFilled(values: FormValues): boolean {
  return Boolean(values[honeypotField]);
}

function pickTexts(values: FormValues, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names
      .map((name) => [name, values[name] ?? ""] as const)
      .filter(([name, value]) => value.trim() !== "" || !isOptionalField(name)),
  );
}

/** Builds the body of an evaluation from form values (contract 2.1). A missing answer is null. */
export function toEvaluationBody(values: FormValues, { language, sourcePage, firstTouch }: FormOrigin): JsonObject {
  const answers = questions.map((question) => {
    const points = getPoints(question, values[question.key] ?? "");
    return points < 0 ? null : points;
  });
  const texts = pickTexts(values, typedFields.evaluation);
  return { ...firstTouch, ...texts, answers, language, sourcePage, channel: "web" };
}

/** Builds the body of an inquiry from form values (contract 2.5). */
export function toContactBody(values: FormValues, { language, sourcePage, firstTouch }: FormOrigin): JsonObject {
  const texts = pickTexts(values, typedFields.inquiry);
  return { ...firstTouch, ...texts, language, sourcePage, channel: "web" };
}

/** Lists the faults that the operation's schema would report for a form's body. It does so without the schema. */
export function listFormFaults(body: JsonObject): FieldFault[] {
  const answers = asList(body.answers);
  const unanswered = questions.filter((_question, at) => answers[at] === null);
  return [
    ...unanswered.map(({ key }) => ({ field: key, rule: "required" }) as const),
    ...Object.entries(body).flatMap(([name, value]) => findTypedFault(name, String(value)) ?? []),
  ];
}
