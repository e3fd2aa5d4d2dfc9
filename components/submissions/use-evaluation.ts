"use client";

import { type Locale, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import type { JsonObject } from "#lib/domain/json.ts";
import { isOptionalField } from "#lib/domain/submissions/core/submission-texts.ts";
import { evaluationFormFields, toEvaluationBody } from "#lib/domain/submissions/intake/form-body.ts";
import { lastStep, steps, toStep, toStepHash, useSteps } from "./use-steps.ts";
import { useFormTitle, useSubmission } from "./use-submission.ts";

/** Delay before the next question appears, long enough for the person to see the choice. */
const pickDelayMilliseconds = 160;

type Setup = { locale: Locale; resultPath: string };

export function useEvaluation({ locale, resultPath }: Setup) {
  const form = useSubmission({
    kind: "evaluation",
    fields: evaluationFormFields,
    locale,
    toBody: toEvaluationBody,
    resultPath,
    onRefused: (field) => {
      const at = field === undefined ? -1 : toStep(field);
      if (at >= 0 && at !== step) go(at, true);
    },
  });
  const { isReady } = form;
  const { step, depth, isChange, go, ...places } = useSteps(isReady, (named, isStart) => {
    const used = isStart ? findFocusedStep() : -1;
    if (used >= 0) return used;
    const draft = form.draft.read();
    // A form that an assistant has prepared opens at the first unanswered step.
    if (draft?.preparedBy !== undefined && draft.step === undefined) return findFirstUnansweredStep(draft.values);
    // An empty form starts at the first step, whatever the URL says.
    return draft ? Math.min(named ?? draft.step ?? findLastStepWithInput(draft.values), lastStep) : 0;
  });
  const picked = useRef(0);
  const fields = steps[step]?.fields ?? [];
  const errors = form.errors.filter(({ fieldId }) => fields.includes(fieldId));

  const advance = () => go(isChange ? lastStep : Math.min(step + 1, lastStep));
  const pick = (value: string) => {
    const [name = ""] = fields;
    form.setValue(name, value);
    if (form.getError(name)) void form.check([name]);
    clearTimeout(picked.current);
    picked.current = window.setTimeout(advance, pickDelayMilliseconds);
  };
  const change = (at: number) => go(at, true);
  const back = () => {
    clearTimeout(picked.current);
    places.back();
  };
  const onSubmit = async (event: FormEvent) => {
    if (!isReady || step === lastStep) return form.props.onSubmit(event);
    event.preventDefault();
    if (await form.check(fields)) advance();
  };
  const decide = (isTaken: boolean) => {
    form.draft.decide(isTaken);
    if (isTaken) go(findFirstUnansweredStep(form.getValues()));
  };
  const startOver = () => {
    form.clear();
    places.restart();
    // Moves the focus, because the pressed button disappears.
    focusHeading(0);
  };

  const keepStep = useEffectEvent((at: number) => isReady && form.draft.update({ step: at }));
  useLayoutEffect(() => {
    keepStep(step);
    // Cancels the delayed step, because an answer must not also skip the next question.
    return () => clearTimeout(picked.current);
  }, [step]);
  const countStep = useEffectEvent((at: number) => form.reach(at));
  useEffect(() => {
    if (isReady) countStep(step);
  }, [isReady, step]);
  const stepName = useStepName();
  const problem = step === lastStep ? form.problem : null;
  useFormTitle(errors.length > 0 || problem !== null, isReady && step > 0 ? stepName(step) : "");
  useStepFocus(step, isReady);
  /** Date of the restored answers, or null once the person has moved to another step. */
  const leftAt = depth === 0 ? form.draft.leftAt : null;
  return { form, isReady, step, leftAt, errors, problem, pick, change, back, onSubmit, decide, startOver };
}

function findFocusedStep(): number {
  const active = document.activeElement;
  return active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? toStep(active.name) : -1;
}

function findFirstUnansweredStep(values: JsonObject): number {
  return steps.findIndex(
    ({ id, fields }) => id === "check" || fields.some((name) => !isOptionalField(name) && !values[name]),
  );
}

/** Stands in for findFocusedStep, because some browsers do not focus a radio button when it is chosen. */
function findLastStepWithInput(values: JsonObject): number {
  return Math.max(...evaluationFormFields.filter((name) => values[name]).map(toStep));
}

function useStepName(): (step: number) => string {
  const t = useTranslations("evaluation");
  return (step) => {
    const id = steps[step]?.id;
    if (id === "project") return t("progressProject");
    if (id === "person") return t("progressPerson");
    if (id === "check") return t("progressCheck");
    return t("progress", { number: step + 1, total: lastStep - 2 });
  };
}

function useStepFocus(step: number, isReady: boolean) {
  const shown = useRef<number | null>(null);
  // A layout effect, because keys answer the question that has the focus.
  useLayoutEffect(() => {
    if (!isReady) return;
    const isFirst = shown.current === null;
    if (shown.current === step) return;
    shown.current = step;
    const form = document.getElementById("evaluation");
    const { activeElement: active } = document;
    const isInUse = document.getElementById(`step-${steps[step]?.id}`)?.contains(active);
    if (!isFirst && !isInUse) return focusHeading(step);
    // Hydration shortens the long page to this step, which may then be out of view.
    if (form && form.getBoundingClientRect().top < 0) form.scrollIntoView({ block: "start", behavior: "instant" });
    if (isInUse) active?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, [step, isReady]);
  useEffect(() => {
    // On Back, the browser then moves the focus to the section in the URL, which cannot have it.
    const refocus = () =>
      document.activeElement === document.body && window.location.hash === toStepHash(step) && focusHeading(step);
    window.addEventListener("hashchange", refocus);
    return () => window.removeEventListener("hashchange", refocus);
  }, [step]);
}

export function focusHeading(step: number) {
  document.getElementById(`heading-${steps[step]?.id}`)?.focus({ preventScroll: true });
  document.getElementById("evaluation")?.scrollIntoView({ block: "start", behavior: "instant" });
}
