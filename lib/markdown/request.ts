import { requestExamples } from "../contract/examples.ts";
import { leadOperations } from "../contract/lead-operations.ts";
import type { Locale } from "../domain/locale.ts";
import { type Bounds, getTextBounds, isOptionalField } from "../domain/submissions/core/field-faults.ts";
import { typedFields } from "../domain/submissions/core/fields.ts";

type Form = "evaluation" | "inquiry";

const texts = {
  en: {
    opening: (address: string) =>
      `\`${address}\`, with \`Content-Type: application/json\` and an \`Idempotency-Key\` of its own, the same for every attempt. An assistant sends every field of this example, with the person's own details:`,
    bounds: (fields: string) => `Characters: ${fields}.`,
    optional: (fields: string) => `Optional: ${fields}.`,
    between: ({ min, max }: Bounds) => (min ? `${min} to ${max}` : `at most ${max}`),
  },
  es: {
    opening: (address: string) =>
      `\`${address}\`, con \`Content-Type: application/json\` y una \`Idempotency-Key\` propia, la misma en cada intento. Un asistente envía todos los campos de este ejemplo, con los datos de la persona:`,
    bounds: (fields: string) => `Caracteres: ${fields}.`,
    optional: (fields: string) => `Opcional: ${fields}.`,
    between: ({ min, max }: Bounds) => (min ? `de ${min} a ${max}` : `${max} como máximo`),
  },
};

const { topic, ...inquiry } = requestExamples.submitContact.agent.value;
const requests = {
  evaluation: {
    operation: leadOperations.submitEvaluation,
    optional: typedFields.evaluation.filter(isOptionalField),
    examples: {
      en: requestExamples.submitEvaluation.review.value,
      es: requestExamples.submitEvaluation.redirect.value,
    },
  },
  inquiry: {
    operation: leadOperations.submitContact,
    optional: typedFields.inquiry.filter(isOptionalField),
    examples: { en: { ...inquiry, language: "en", message: "Do you run prize draws in El Salvador?" }, es: inquiry },
  },
};

/** How an assistant sends the form: the URL, a body with every field that it needs, and the bounds. */
export function writeRequest(form: Form, locale: Locale, siteUrl: string): string {
  const { operation, optional, examples } = requests[form];
  const { opening, bounds, optional: alsoTaken, between } = texts[locale];
  const listBounds = (names: readonly string[]) =>
    names
      .flatMap((name) => {
        const found = getTextBounds(name);
        return found.max ? [`\`${name}\` ${between(found)}`] : [];
      })
      .join(", ");
  const example = examples[locale];
  return [
    opening(`${operation.method} ${siteUrl}/api${operation.path}`),
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    bounds(listBounds(Object.keys(example))),
    alsoTaken(listBounds(optional)),
  ].join("\n\n");
}
