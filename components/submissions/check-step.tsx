"use client";

import { useTranslations } from "next-intl";
import { questions } from "#lib/domain/submissions/questions.ts";
import { personFields, projectFields, toStep, toStepHash } from "./evaluation-steps.ts";
import { useOptionText } from "./question-step.tsx";

type Props = { values: Record<string, string>; onChange: (step: number, field: string) => void };

/** Everything that will be sent, with links to change it. */
export function CheckStep({ values, onChange }: Props) {
  const t = useTranslations("evaluation");
  const tFields = useTranslations("fields");
  const tQuestions = useTranslations("questions");
  const optionText = useOptionText();
  const answered = questions.map(({ key, options }) => {
    const option = options.find((value) => value === values[key]);
    return {
      name: key,
      label: tQuestions(`${key}.question`),
      value: option && optionText(key, option),
    };
  });
  const typed = [...projectFields, ...personFields].map((name) => ({
    name,
    label: tFields(name),
    value: values[name],
  }));
  return (
    <dl className="border-t border-line">
      {[...answered, ...typed].map(({ name, label, value }) => (
        <div
          key={name}
          className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[2fr_3fr_auto]"
        >
          <dt className="text-sm text-muted sm:col-start-1 sm:row-start-1 sm:pt-0.5">{label}</dt>
          <dd className="wrap-anywhere row-start-2 font-medium whitespace-pre-line sm:col-start-2 sm:row-start-1">
            {value || <span className="text-muted italic">{t("notAnswered")}</span>}
          </dd>
          <dd className="row-span-2 sm:col-start-3 sm:row-span-1 sm:row-start-1">
            <a
              className="link inline-block py-1 print:hidden"
              href={toStepHash(toStep(name))}
              aria-label={`${t("change")}: ${label}`}
              onClick={(event) => {
                event.preventDefault();
                onChange(toStep(name), name);
              }}
            >
              {t("change")}
            </a>
          </dd>
        </div>
      ))}
    </dl>
  );
}
