import { requestExamples } from "../contract/examples.ts";
import { leadOperations } from "../contract/lead-operations.ts";
import type { Locale } from "../domain/locale.ts";
import { getTextBounds, isOptionalField } from "../domain/submissions/core/field-faults.ts";
import { typedFields } from "../domain/submissions/core/fields.ts";
import { assistantText } from "../i18n/texts.ts";

type Form = "evaluation" | "inquiry";

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
    examples: { en: { ...inquiry, language: "en", message: assistantText("en")("sampleQuestion") }, es: inquiry },
  },
};

export function writeRequest(form: Form, locale: Locale, siteUrl: string): string {
  const { operation, optional, examples } = requests[form];
  const t = assistantText(locale);
  const listBounds = (names: readonly string[]) =>
    names
      .flatMap((name) => {
        const { min, max } = getTextBounds(name);
        return max ? [`\`${name}\` ${min ? t("request.between", { min, max }) : t("request.atMost", { max })}`] : [];
      })
      .join(", ");
  const example = examples[locale];
  return [
    t("request.opening", { address: `${operation.method} ${siteUrl}/api${operation.path}` }),
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    t("request.bounds", { fields: listBounds(Object.keys(example)) }),
    t("request.optional", { fields: listBounds(optional) }),
  ].join("\n\n");
}
