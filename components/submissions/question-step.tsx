"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { RadioCards } from "#components/ui/radio-cards.tsx";
import { type Question, questions } from "#lib/domain/submissions/core/questions.ts";

type Props = {
  question: Question;
  radio: ComponentProps<"input">;
  /** The question is the only one on the screen: a tap or a key press shows the next one. */
  isAlone: boolean;
  error?: string;
  onPick: (value: string) => void;
};

/** Class of the line above a question. On narrow screens it is as high as the puzzle to its right. */
export const eyebrowClass = "mb-2 flex items-center text-sm font-medium text-muted max-lg:min-h-12 max-lg:pr-16";

export function QuestionStep({ question, radio, isAlone, error, onPick }: Props) {
  const t = useTranslations("evaluation");
  const tQuestions = useTranslations("questions");
  const optionText = useOptionText();
  const fieldset = usePickByKey(isAlone, question.options, onPick);
  const { key, options } = question;
  // The first question is below the introduction, so keys work, and are shown, only once it has the focus.
  const keyClass = question === questions[0] ? "invisible group-focus-within/question:visible" : "";
  return (
    <fieldset ref={fieldset} className={`group/question ${error ? "border-l-4 border-danger pl-4" : ""}`}>
      <legend className="mb-3">
        <span className={eyebrowClass}>
          {t("progress", { number: questions.indexOf(question) + 1, total: questions.length })}
        </span>
        <h2 id={`heading-${key}`} tabIndex={-1} className="text-2xl">
          {tQuestions(`${key}.question`)}
        </h2>
      </legend>
      {/* Both hints take up one line, so that nothing moves on hydration. */}
      <p id={`${key}-hint`} className="mb-4 text-sm text-muted">
        {t(isAlone ? "hintTap" : "hintChoose")}{" "}
        {isAlone && <span className={`hidden [@media(hover:hover)]:inline ${keyClass}`}>{t("hintKeys")}</span>}
      </p>
      {error && (
        <p id={`${key}-error`} className="mb-4 font-medium text-danger">
          {error}
        </p>
      )}
      <RadioCards
        name={key}
        choices={options.map((value) => ({ value, label: optionText(key, value) }))}
        radio={radio}
        onTap={isAlone ? onPick : undefined}
        keyClass={isAlone ? keyClass : undefined}
        describedBy={error ? `${key}-hint ${key}-error` : `${key}-hint`}
      />
    </fieldset>
  );
}

function isInSight(element: Element | null): boolean {
  return element !== null && element.getBoundingClientRect().top < window.innerHeight;
}

/** Takes any strings, because the message types do not know which options belong to which question. */
export function useOptionText(): (question: string, option: string) => string {
  const t = useTranslations("questions");
  return (question, option) => t(`${question}.${option}` as never);
}

/** Only while the question or the error summary has the focus, or nothing has it and the question is in view. */
function usePickByKey(isOn: boolean, options: readonly string[], onPick: (value: string) => void) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  // A layout effect, because a key that is pressed as the question appears must not answer the previous question.
  useLayoutEffect(() => {
    if (!isOn) return;
    const pick = (event: KeyboardEvent) => {
      const option = options[Number(event.key) - 1];
      if (!option || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { activeElement: active } = document;
      const { current } = fieldset;
      const isFree = active?.contains(current) && isInSight(current);
      if (!current?.contains(active) && !isFree && active?.id !== "error-summary") return;
      event.preventDefault();
      onPick(option);
    };
    document.addEventListener("keydown", pick);
    return () => document.removeEventListener("keydown", pick);
  }, [isOn, options, onPick]);
  return fieldset;
}
