"use client";

import { type Locale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { type FormField, personFields, projectFields } from "#lib/domain/submissions/core/fields.ts";
import { noticeVersionField, privacyNoticeVersion } from "#lib/domain/submissions/core/promises.ts";
import { questions } from "#lib/domain/submissions/core/questions.ts";
import { honeypotField } from "#lib/domain/submissions/intake/form-body.ts";
import { CheckStep, eyebrowClass, QuestionStep } from "./evaluation-steps.tsx";
import {
  DraftNote,
  HandOffNote,
  Honeypot,
  PreviousSubmissionNote,
  ProblemBox,
  RestoredDraftNote,
  StartOverButton,
} from "./form-notes.tsx";
import { TextField } from "./text-field.tsx";
import { focusHeading, useEvaluation } from "./use-evaluation.ts";
import { lastStep, steps, toStepHash } from "./use-steps.ts";

export type FormPaths = { send: string; result: string };
export type ServerNotes = { consent: ReactNode; lengths: Record<string, ReactNode> };
type Props = {
  locale: Locale;
  paths: FormPaths;
  contactEmail: string;
  start: ReactNode;
  puzzle: ReactNode;
  notes: ServerNotes;
};

/** Without script it is one long page; with script it shows one question per screen. */
export function EvaluationForm({ locale, paths, contactEmail, start, puzzle, notes }: Props) {
  const t = useTranslations("evaluation");
  const tForm = useTranslations("form");
  const tErrors = useTranslations("errors");
  const evaluation = useEvaluation({ locale, resultPath: paths.result });
  const { form, isReady, step } = evaluation;
  const getStepProps = (at: number) => ({ id: steps[at]?.id ?? "", isHidden: isReady && at !== step });
  const renderTextFields = (names: readonly FormField[]) =>
    names.map((name) => <TextField key={name} name={name} form={form} lengthNote={notes.lengths[name]} />);
  return (
    <>
      <div className="mb-6 space-y-3 empty:hidden">
        {isReady && step === 0 && <PreviousSubmissionNote form="evaluation" path={paths.result} />}
        {evaluation.leftAt && (
          <RestoredDraftNote form="evaluation" leftAt={evaluation.leftAt} onStartOver={evaluation.startOver} />
        )}
      </div>
      {(!isReady || step === 0) && start}
      <form
        {...form.props}
        method="post"
        action={paths.send}
        onSubmit={evaluation.onSubmit}
        className={`group/evaluation space-y-6 ${isReady ? "min-h-[75dvh]" : ""}`}
      >
        {isReady && <HandOffNote draft={form.draft} decide={evaluation.decide} />}
        <ErrorSummary title={tErrors("summary")} items={evaluation.errors} />
        {puzzle}
        {questions.map((question, at) => (
          <StepSection key={question.key} {...getStepProps(at)}>
            <QuestionStep
              question={question}
              radio={form.register(question.key)}
              isAlone={isReady && at === step}
              error={form.getError(question.key)}
              onPick={evaluation.pick}
            />
          </StepSection>
        ))}
        <StepSection {...getStepProps(lastStep - 2)} eyebrow={t("progressProject")} title={t("projectTitle")}>
          {renderTextFields(projectFields)}
        </StepSection>
        <StepSection {...getStepProps(lastStep - 1)} eyebrow={t("progressPerson")} title={t("personTitle")}>
          {renderTextFields(personFields)}
        </StepSection>
        <Honeypot control={form.register(honeypotField)} />
        {isReady && step === lastStep && (
          <StepSection {...getStepProps(lastStep)} eyebrow={t("progressCheck")} title={t("checkTitle")}>
            <p>
              {t("checkIntro")} {!form.draft.isAttempted && t("checkUnsent")}
            </p>
            <CheckStep form={form} onChange={evaluation.change} />
          </StepSection>
        )}
        <input type="hidden" name={noticeVersionField} value={privacyNoticeVersion} />
        <ProblemBox problem={evaluation.problem} contactEmail={contactEmail} onRetry={form.submit} />
        {/* The keys replace the elements when the form gets shorter, because moved ones would be a layout shift. */}
        {(!isReady || step === lastStep) && <div key={`consent ${isReady}`}>{notes.consent}</div>}
        <div key={`buttons ${isReady}`} className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3">
          <button
            type="submit"
            className={buttonClass()}
            aria-disabled={form.isSending}
            // Ignores the second click of a double click, which would press the next step's button.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {isReady && step < lastStep ? tForm("continue") : form.isSending ? tForm("sending") : t("send")}
          </button>
          {isReady && step > 0 && (
            <button type="button" className={buttonClass("secondary")} onClick={evaluation.back}>
              {tForm("back")}
            </button>
          )}
        </div>
        <div key={`notes ${isReady}`} className="mt-6 space-y-2">
          {isReady && <DraftNote isKept={form.draft.isKept} />}
          {!form.draft.isEmpty && (
            <div className="py-2">
              <StartOverButton text={tForm("startOver")} onStartOver={evaluation.startOver} />
            </div>
          )}
        </div>
      </form>
    </>
  );
}

type StepProps = {
  id: string;
  isHidden: boolean;
  title?: string;
  eyebrow?: string;
  children: ReactNode;
};

function StepSection({ id, isHidden, title, eyebrow, children }: StepProps) {
  return (
    <section id={`step-${id}`} hidden={isHidden} className="mt-8 space-y-6">
      {title && (
        <div>
          <p id={`eyebrow-${id}`} className={eyebrowClass}>
            {eyebrow}
          </p>
          <h2 id={`heading-${id}`} aria-describedby={`eyebrow-${id}`} tabIndex={-1} className="text-2xl">
            {title}
          </h2>
        </div>
      )}
      {children}
    </section>
  );
}

export function StartLink({ text }: { text: string }) {
  return (
    <a
      className={`${buttonClass()} mt-6 max-sm:w-full`}
      href={toStepHash(0)}
      onClick={(event) => {
        event.preventDefault();
        focusHeading(0);
      }}
    >
      {text}
    </a>
  );
}
