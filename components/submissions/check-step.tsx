"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { formFields } from "#lib/domain/submissions/core/fields.ts";
import { questions } from "#lib/domain/submissions/core/questions.ts";
import { useOptionText } from "./question-step.tsx";
import { toStep, toStepHash } from "./use-steps.ts";

type Props = { values: Record<string, string>; onChange: (step: number, field: string) => void };

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
  const typed = formFields.evaluation.map((name) => ({
    name,
    label: tFields(name),
    value: values[name],
  }));
  return (
    <div>
      <button
        type="button"
        className="link sr-only py-2 focus:not-sr-only"
        onClick={({ currentTarget }) => currentTarget.form?.querySelector<HTMLButtonElement>("[type=submit]")?.focus()}
      >
        {t("skipToSend")}
      </button>
      <dl className="border-t border-line">
        {[...answered, ...typed].map(({ name, label, value }) => (
          <div
            key={name}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 border-b border-line py-3 sm:grid-cols-[2fr_3fr_auto]"
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="wrap-anywhere col-span-2 row-start-2 font-medium sm:col-span-1 sm:col-start-2 sm:row-start-1">
              {value ? <FoldedText text={value} /> : <span className="text-muted italic">{t("notAnswered")}</span>}
            </dd>
            <dd>
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
    </div>
  );
}

const foldedCharacters = 400;
const foldedLines = 6;

function FoldedText({ text }: { text: string }) {
  const t = useTranslations("evaluation");
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > foldedCharacters || text.split("\n").length > foldedLines;
  return (
    <>
      <div id={id} className={`whitespace-pre-line ${isLong && !isOpen ? "line-clamp-6 print:line-clamp-none" : ""}`}>
        {text}
      </div>
      {isLong && (
        <button
          type="button"
          className="link cursor-pointer py-1 font-normal print:hidden"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? "showLess" : "showAll")}
        </button>
      )}
    </>
  );
}
