import { requestExamples } from "../contract/examples.ts";
import { leadOperations } from "../contract/lead-operations.ts";
import type { Locale } from "../domain/locale.ts";
import { getTextBounds, isOptionalField } from "../domain/submissions/core/field-faults.ts";
import { typedFields } from "../domain/submissions/core/fields.ts";
import { assistantText } from "../i18n/texts.ts";

type Form = "evaluation" | "inquiry";

const { review, redirect } = requestExamples.submitEvaluation;
const { topic, ...inquiry } = requestExamples.submitContact.agent.value;
const requests = {
  evaluation: {
    operation: leadOperations.submitEvaluation,
    optional: typedFields.evaluation.filter(isOptionalField),
    getExample: (locale: Locale): object =>
      [review, redirect].find(({ value }) => value.language === locale)?.value ?? review.value,
  },
  inquiry: {
    operation: leadOperations.submitContact,
    optional: typedFields.inquiry.filter(isOptionalField),
    getExample: (locale: Locale): object => ({
      ...inquiry,
      language: locale,
      message: assistantText(locale)("sampleQuestion"),
    }),
  },
};

export function writeRequest(form: Form, locale: Locale, siteUrl: string): string {
  const { operation, optional, getExample } = requests[form];
  const t = assistantText(locale);
  const listBounds = (names: readonly string[]) =>
    names
      .flatMap((name) => {
        const { min, max } = getTextBounds(name);
        return max ? [`\`${name}\` ${min ? t("request.between", { min, max }) : t("request.atMost", { max })}`] : [];
      })
      .join(", ");
  const example = getExample(locale);
  return [
    t("request.opening", { address: `${operation.method} ${siteUrl}/api${operation.path}` }),
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    t("request.bounds", { fields: listBounds(Object.keys(example)) }),
    t("request.optional", { fields: listBounds(optional) }),
  ].join("\n\n");
}
