"use client";

import "./without-eval.ts";
import { type Locale, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { leadOperations } from "#lib/contract/lead-operations.ts";
import { contactFields } from "#lib/domain/submissions/fields.ts";
import { contactBody } from "#lib/domain/submissions/form-body.ts";
import { privacyNoticeVersion } from "#lib/domain/submissions/privacy-notice.ts";
import { replyHours } from "#lib/domain/submissions/reply-hours.ts";
import type { FormPaths } from "./evaluation-form.tsx";
import { readFirstTouch } from "./first-touch-store.ts";
import { ConsentNote, DraftNote } from "./form-notes.tsx";
import { Honeypot } from "./honeypot.tsx";
import { keepOutcome } from "./outcome-store.ts";
import { ProblemBox } from "./problem-box.tsx";
import { SentBefore } from "./sent-before.tsx";
import { TextField } from "./text-field.tsx";
import { TopicTag } from "./topic-tag.tsx";
import { useFaultText } from "./use-field-texts.ts";
import { useLeadForm } from "./use-lead-form.ts";

const fields = ["name", "email", "message"] as const;

type Props = { locale: Locale; paths: FormPaths; contactEmail: string };

export function ContactForm({ locale, paths, contactEmail }: Props) {
  const t = useTranslations("contact");
  const tForm = useTranslations("form");
  const tErrors = useTranslations("errors");
  const { topic, removeTopic } = useTopic();
  const [failures, setFailures] = useState(0);
  const form = useLeadForm({
    form: "contact",
    operation: leadOperations.submitContact,
    fields,
    toBody: (values) => {
      const origin = { language: locale, sourcePage: window.location.pathname, firstTouch: readFirstTouch() };
      return contactBody({ ...values, topic }, origin);
    },
    textOf: useFaultText(),
    onDone: ({ id }) => {
      const outcome = { id, topic: topic || undefined, sentAt: Date.now() };
      window.location.replace(paths.outcome + keepOutcome("contact", outcome));
    },
  });
  const { isReady } = form.draft;
  const faulty = fields.filter((name) => form.errors[name]);

  const send = async () => {
    const isSent = (await form.trigger()) && (await form.send()).length === 0;
    if (!isSent) setFailures((count) => count + 1);
  };
  const onSubmit = (event: FormEvent) => {
    if (!isReady) return;
    event.preventDefault();
    return send();
  };
  useEffect(() => {
    if (failures) document.getElementById("error-summary")?.focus();
  }, [failures]);
  useErrorTitle(faulty.length > 0);

  return (
    <form id="contact" method="post" action={paths.send} noValidate={isReady} onSubmit={onSubmit} className="space-y-7">
      <ErrorSummary
        title={tErrors("summary")}
        items={faulty.map((name) => ({ text: form.errors[name]?.message ?? "", fieldId: name }))}
      />
      {isReady && <SentBefore form="contact" path={paths.outcome} />}
      {/* One place for either, so that nothing moves when the address is read. */}
      <div className="flex min-h-16 items-center">
        {topic ? (
          <TopicTag topic={topic} onRemove={removeTopic} />
        ) : (
          <p className="text-muted">{t("intro", { hours: replyHours })}</p>
        )}
      </div>
      {fields.map((name) => (
        <TextField key={name} name={name} control={form.field(name)} error={form.errors[name]?.message} />
      ))}
      <Honeypot control={form.field("website")} />
      <input type="hidden" name="noticeVersion" value={privacyNoticeVersion} />
      <ConsentNote privacyPath={paths.privacy} />
      <button type="submit" className={buttonClass()} aria-disabled={form.isSending}>
        {form.isSending ? tForm("sending") : t("send")}
      </button>
      <ProblemBox problem={form.problem} contactEmail={contactEmail} onRetry={send} />
      <DraftNote isKept={form.draft.isKept} />
    </form>
  );
}

/** What the inquiry is about, from the address; a malformed topic is none. */
function useTopic() {
  const [topic, setTopic] = useState("");
  useEffect(() => {
    const given = new URLSearchParams(window.location.search).get("topic") ?? "";
    setTopic(contactFields.topic.safeParse(given).data ?? "");
  }, []);
  const removeTopic = () => {
    const url = new URL(window.location.href);
    url.searchParams.delete("topic");
    window.history.replaceState(window.history.state, "", url);
    setTopic("");
    document.getElementById("name")?.focus();
  };
  return { topic, removeTopic };
}

function useErrorTitle(hasErrors: boolean) {
  const t = useTranslations("errors");
  const [title, setTitle] = useState("");
  useEffect(() => setTitle(document.title), []);
  useEffect(() => {
    if (title) document.title = hasErrors ? t("title", { title }) : title;
  }, [title, hasErrors, t]);
}
