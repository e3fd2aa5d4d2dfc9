"use client";

import { type Locale, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { leadOperations } from "#lib/contract/lead-operations.ts";
import { evaluationBody } from "#lib/domain/submissions/form-body.ts";
import { evaluationFieldNames, lastStep, stepOf, steps } from "./evaluation-steps.ts";
import { readFirstTouch } from "./first-touch-store.ts";
import { keepOutcome } from "./outcome-store.ts";
import { useFaultText } from "./use-field-texts.ts";
import { useLeadForm } from "./use-lead-form.ts";
import { useSteps } from "./use-steps.ts";

/** Long enough to see what was chosen. */
const pickedMilliseconds = 160;

type Setup = { locale: Locale; outcomePath: string };

/** The evaluation as it goes on: which step is shown, what moves on, what holds it up. */
export function useEvaluation({ locale, outcomePath }: Setup) {
  const form = useLeadForm({
    form: "evaluation",
    operation: leadOperations.submitEvaluation,
    fields: evaluationFieldNames,
    toBody: (values) =>
      evaluationBody(values, { language: locale, sourcePage: window.location.pathname, firstTouch: readFirstTouch() }),
    textOf: useFaultText(),
    onDone: ({ id, route, schedulingUrl }) => {
      const outcome = { id, route, schedulingUrl: schedulingUrl ?? undefined, sentAt: Date.now() };
      window.location.replace(outcomePath + keepOutcome("evaluation", outcome));
    },
  });
  const { isReady } = form.draft;
  const { step, isChange, go, ...places } = useSteps(isReady, (named, isStart) => {
    const used = isStart ? stepInUse() : -1;
    if (used >= 0) return used;
    const drafted = form.draft.step();
    // An empty form begins at its beginning, whatever the address says: after it was sent, too.
    return drafted === null ? 0 : Math.min(named ?? drafted, lastStep);
  });
  const [failures, setFailures] = useState(0);
  const picked = useRef(0);
  const fields = steps[step]?.fields ?? [];
  const faulty = fields.filter((name) => form.errors[name]);

  const advance = () => go(isChange ? lastStep : Math.min(step + 1, lastStep));
  const fail = (field: string | undefined) => {
    const at = field ? stepOf(field) : step;
    if (at >= 0 && at !== step) go(at, true);
    setFailures((count) => count + 1);
  };

  const pick = (value: string) => {
    const [name = ""] = fields;
    form.setValue(name, value);
    void form.trigger(name);
    clearTimeout(picked.current);
    picked.current = window.setTimeout(advance, pickedMilliseconds);
  };
  const change = (at: number) => go(at, true);
  const back = () => {
    clearTimeout(picked.current);
    places.back();
  };
  const sendAll = async () => {
    if (!(await form.trigger())) return fail(evaluationFieldNames.find((name) => form.hasError(name)));
    const [fault] = await form.send();
    if (fault) fail(fault.field);
  };
  const onSubmit = async (event: FormEvent) => {
    if (!isReady) return;
    event.preventDefault();
    if (step === lastStep) return sendAll();
    if (await form.trigger([...fields])) advance();
    else fail(undefined);
  };
  const startOver = () => {
    form.clear();
    places.restart();
  };

  const keepStep = useEffectEvent((at: number) => isReady && form.draft.setStep(at));
  useLayoutEffect(() => {
    keepStep(step);
    // What has led away from a question that was just answered counts.
    return () => clearTimeout(picked.current);
  }, [step]);
  useTitle(isReady ? step : 0, faulty.length > 0);
  useFocus(step, failures, isReady);
  return { form, isReady, step, faulty, pick, change, back, onSubmit, sendAll, startOver };
}

/** The step of the field that is being filled in as the script arrives. */
function stepInUse(): number {
  const active = document.activeElement;
  return active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? stepOf(active.name) : -1;
}

/** The name of the step, for the title and for whoever listens. */
export function useStepName(): (step: number) => string {
  const t = useTranslations("evaluation");
  return (step) => {
    const id = steps[step]?.id;
    if (id === "project") return t("progressProject");
    if (id === "person") return t("progressPerson");
    if (id === "check") return t("progressCheck");
    return t("progress", { number: step + 1, total: lastStep - 2 });
  };
}

function useTitle(step: number, hasErrors: boolean) {
  const t = useTranslations("errors");
  const nameOf = useStepName();
  const base = useRef("");
  const name = step > 0 ? nameOf(step) : "";
  useEffect(() => {
    base.current ||= document.title;
    const title = name ? `${name} · ${base.current}` : base.current;
    document.title = hasErrors ? t("title", { title }) : title;
  }, [name, hasErrors, t]);
}

/** To the heading of a new step; to the summary of what is wrong. */
function useFocus(step: number, failures: number, isReady: boolean) {
  const shown = useRef<number | null>(null);
  // With the step itself: keys answer the question that has the focus.
  useLayoutEffect(() => {
    if (!isReady) return;
    const isNew = shown.current !== null && shown.current !== step;
    shown.current = step;
    const isInUse = document.getElementById(`step-${steps[step]?.id}`)?.contains(document.activeElement);
    if (!isNew || isInUse) return;
    document.getElementById(`heading-${steps[step]?.id}`)?.focus({ preventScroll: true });
    document.getElementById("evaluation")?.scrollIntoView({ block: "start" });
  }, [step, isReady]);
  useEffect(() => {
    if (failures) document.getElementById("error-summary")?.focus();
  }, [failures]);
}
