import { useTranslations } from "next-intl";
import { type FormField, formFields } from "#lib/domain/submissions/core/fields.ts";
import { questions } from "#lib/domain/submissions/core/questions.ts";
import { getTextBounds, isOptionalField, type OptionalText } from "#lib/domain/submissions/core/submission-texts.ts";
import type { FieldFault } from "#lib/domain/text-bounds.ts";

const textFields: readonly string[] = [...formFields.evaluation, ...formFields.inquiry];
const isTextField = (name: string): name is FormField => textFields.includes(name);
const isRequired = (name: FormField): name is Exclude<FormField, OptionalText> => !isOptionalField(name);

/** Every field that is not a text field is one of the nine answers. */
export function useFaultText(): (fault: FieldFault) => string {
  const t = useTranslations("errors");
  const tFields = useTranslations("fields");
  return ({ field, rule }) => {
    if (!isTextField(field)) return t("required");
    if (rule === "required" && isRequired(field)) return tFields(`required.${field}`);
    const { min = 0, max = 0 } = getTextBounds(field);
    return t(rule, { label: tFields(`labels.${field}`), min, max });
  };
}

type Props = {
  faults: FieldFault[];
  problem?: { kind: "rate_limited" | "unavailable" | "refused"; minutes: number };
  contactEmail: string;
};

export function RefusedNotice({ faults, problem, contactEmail }: Props) {
  const t = useTranslations("refused");
  const tErrors = useTranslations("errors");
  const tQuestions = useTranslations("questions");
  const formatFault = useFaultText();
  const findQuestion = ({ field }: FieldFault) => questions.find(({ key }) => key === field);
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{t("title")}</h1>
      <p className="mt-4 text-lg">{t("intro")}</p>
      <div className="mt-6 rounded-md border-2 border-danger bg-danger-soft p-5">
        {problem ? (
          <p className="font-medium">{tErrors(problem.kind, { minutes: problem.minutes, email: contactEmail })}</p>
        ) : (
          <>
            <h2 className="text-lg text-danger">{t("list")}</h2>
            <ul className="mt-2 space-y-1">
              {faults.map((fault) => {
                const asked = findQuestion(fault);
                return (
                  <li key={fault.field}>
                    {asked && <span className="text-muted">{tQuestions(`${asked.key}.question`)} </span>}
                    {formatFault(fault)}
                  </li>
                );
              })}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
