"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type MouseEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { formFields } from "#lib/domain/submissions/core/fields.ts";
import { type Question, questions } from "#lib/domain/submissions/core/questions.ts";
import { toStep, toStepHash } from "./use-steps.ts";

type QuestionProps = {
  question: Question;
  radio: ComponentProps<"input">;
  /** The question is the only one on the screen: a tap or a key press shows the next one. */
  isAlone: boolean;
  error?: string;
  onPick: (value: string) => void;
};

/** Class of the line above a question. On narrow screens it is as high as the puzzle to its right. */
export const eyebrowClass = "mb-2 flex items-center text-sm font-medium text-muted max-lg:min-h-12 max-lg:pr-16";

export function QuestionStep({ question, radio, isAlone, error, onPick }: QuestionProps) {
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

function isInView(element: Element | null): boolean {
  return element !== null && element.getBoundingClientRect().top < window.innerHeight;
}

/** Takes any strings, because the message types do not know which options belong to which question. */
function useOptionText(): (question: string, option: string) => string {
  const t = useTranslations("questions");
  return (question, option) => t(`${question}.${option}` as never);
}

/** Works only while the question or the error summary has the focus, or nothing has it and the question is in view. */
function usePickByKey(isOn: boolean, options: readonly string[], onPick: (value: string) => void) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  // A layout effect, because a key that is pressed as the question appears must not answer the previous question.
  useLayoutEffect(() => {
    if (!isOn) return;
    const pickByKey = (event: KeyboardEvent) => {
      const option = options[Number(event.key) - 1];
      if (!option || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { activeElement: active } = document;
      const { current } = fieldset;
      const isFree = active?.contains(current) && isInView(current);
      if (!current?.contains(active) && !isFree && active?.id !== "error-summary") return;
      event.preventDefault();
      onPick(option);
    };
    document.addEventListener("keydown", pickByKey);
    return () => document.removeEventListener("keydown", pickByKey);
  }, [isOn, options, onPick]);
  return fieldset;
}

/** The second click of a double click would answer the next question, whose options are in the same places. */
function ignoreSecondClick(event: MouseEvent) {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
}

type CardsProps = {
  name: string;
  choices: { value: string; label: string }[];
  radio: ComponentProps<"input">;
  /** Called when a choice is clicked or tapped, but not when it is made with the arrow keys. */
  onTap?: (value: string) => void;
  /** Class of the key hints 1, 2 and 3 on the cards. Without it, the cards show no keys. */
  keyClass?: string;
  describedBy?: string;
};

/** Must be inside a fieldset with a legend. */
function RadioCards({ name, choices, radio, onTap, keyClass, describedBy }: CardsProps) {
  return (
    <div className="grid gap-3">
      {choices.map(({ value, label }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users operate the radio itself, and Enter moves on
        <label
          key={value}
          onClickCapture={(event) => onTap && ignoreSecondClick(event)}
          // A choice made by keyboard also fires a click event, with a detail of 0.
          onClick={(event) => event.detail > 0 && onTap?.(value)}
          className="radio-card"
        >
          <input
            {...radio}
            type="radio"
            required
            // The first radio button has the field's ID, so that the error summary can link to it.
            id={at === 0 ? name : `${name}-${at + 1}`}
            name={name}
            value={value}
            aria-describedby={describedBy}
          />
          <span className="grow">{label}</span>
          {keyClass !== undefined && (
            <span
              aria-hidden="true"
              className={`hidden size-7 place-content-center rounded-sm border border-line text-sm font-normal text-muted [@media(hover:hover)]:grid ${keyClass}`}
            >
              {at + 1}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}

type CheckProps = { form: { control: Control }; onChange: (step: number, field: string) => void };

/** Also shows values that another tab has changed meanwhile. */
export function CheckStep({ form, onChange }: CheckProps) {
  const values = useWatch({ control: form.control });
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
    label: tFields(`labels.${name}`),
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
              {value ? <FoldedAnswer text={value} /> : <span className="text-muted italic">{t("notAnswered")}</span>}
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

function FoldedAnswer({ text }: { text: string }) {
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
