"use client";

import { type Locale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { ErrorSummary } from "#components/forms/error-summary.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { formFields } from "#lib/domain/submissions/core/fields.ts";
import { noticeVersionField, privacyNoticeVersion } from "#lib/domain/submissions/core/promises.ts";
import { honeypotField, toContactBody } from "#lib/domain/submissions/intake/form-body.ts";
import type { FormPaths, ServerNotes } from "./evaluation-form.tsx";
import {
  DraftNote,
  HandOffNote,
  Honeypot,
  PreviousSubmissionNote,
  ProblemBox,
  RestoredDraftNote,
} from "./form-notes.tsx";
import { TextField } from "./text-field.tsx";
import { useFormTitle, useSubmission } from "./use-submission.ts";

const fields = formFields.inquiry;

type Topic = { slug: string; title: string };

type Props = {
  locale: Locale;
  topic: Topic | null;
  paths: FormPaths & { form: string };
  contactEmail: string;
  notes: ServerNotes;
};

export function ContactForm({ locale, topic: given, paths, contactEmail, notes }: Props) {
  const t = useTranslations("contact");
  const tForm = useTranslations("form");
  const tErrors = useTranslations("errors");
  const { topic, removeTopic } = useTopic(given);
  const form = useSubmission({
    kind: "contact",
    fields,
    locale,
    toBody: (values, origin) => toContactBody({ ...values, topic: topic?.slug }, origin),
    resultPath: paths.result,
  });
  useFormTitle(form.errors.length > 0 || form.problem !== null);
  const countStep = useEffectEvent((at: number) => form.reach(at));
  useEffect(() => {
    if (form.isReady) countStep(form.draft.isEmpty ? 0 : 1);
  }, [form.isReady, form.draft.isEmpty]);
  const startOver = () => {
    form.clear();
    // Moves the focus, because the pressed button disappears.
    document.getElementById(fields[0] ?? "")?.focus();
  };

  return (
    <form {...form.props} method="post" action={paths.send} className="space-y-7">
      <ErrorSummary title={tErrors("summary")} items={form.errors} />
      {form.isReady && <HandOffNote draft={form.draft} decide={form.draft.decide} />}
      {form.isReady && <PreviousSubmissionNote form="contact" path={paths.result} />}
      {form.draft.leftAt && <RestoredDraftNote form="contact" leftAt={form.draft.leftAt} onStartOver={startOver} />}
      {topic && (
        <p className="flex items-center justify-between gap-4 rounded-md bg-accent-soft px-4 py-1.5">
          <span className="wrap-anywhere">
            {t.rich("about", { topic: topic.title, strong: (text) => <strong>{text}</strong> })}
          </span>
          <a
            className="link py-2"
            href={paths.form}
            onClick={(event) => {
              event.preventDefault();
              removeTopic();
            }}
          >
            {t("removeTopic")}
          </a>
          <input type="hidden" name="topic" value={topic.slug} />
        </p>
      )}
      {fields.map((name) => (
        <TextField key={name} name={name} form={form} lengthNote={notes.lengths[name]} />
      ))}
      <Honeypot control={form.register(honeypotField)} />
      <input type="hidden" name={noticeVersionField} value={privacyNoticeVersion} />
      {notes.consent}
      <button type="submit" className={buttonClass()} aria-disabled={form.isSending}>
        {form.isSending ? tForm("sending") : t("send")}
      </button>
      <ProblemBox problem={form.problem} contactEmail={contactEmail} onRetry={form.submit} />
      {/* Drafts need script. The line takes up space before hydration, so that nothing moves. */}
      <div className="min-h-6">{form.isReady && <DraftNote isKept={form.draft.isKept} />}</div>
    </form>
  );
}

function useTopic(given: Topic | null) {
  const [topic, setTopic] = useState(given);
  const removeTopic = () => {
    const url = new URL(window.location.href);
    url.searchParams.delete("topic");
    window.history.replaceState(window.history.state, "", url);
    setTopic(null);
    document.getElementById("name")?.focus();
  };
  return { topic, removeTopic };
}
