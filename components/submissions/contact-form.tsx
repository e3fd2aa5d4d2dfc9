"use client";

import "#components/forms/without-eval.ts";
import { type Locale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ErrorSummary, ProblemBox } from "#components/forms/error-summary.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { leadOperations } from "#lib/contract/lead-operations.ts";
import { toContactBody } from "#lib/domain/submissions/form-body.ts";
import { privacyNoticeVersion, replyHours } from "#lib/domain/submissions/promises.ts";
import { contactFields } from "#lib/domain/submissions/schema.ts";
import type { FormPaths } from "./evaluation-form.tsx";
import { ConsentNote, DraftNote, Honeypot, SentBefore } from "./form-notes.tsx";
import { TextField } from "./text-field.tsx";
import { useFormTitle, useProblemText, useSubmission } from "./use-submission.ts";

const fields = ["name", "email", "message"] as const;

type Props = { locale: Locale; paths: FormPaths; contactEmail: string };

export function ContactForm({ locale, paths, contactEmail }: Props) {
  const t = useTranslations("contact");
  const tForm = useTranslations("form");
  const tErrors = useTranslations("errors");
  const { topic, removeTopic } = useTopic();
  const formatProblem = useProblemText(contactEmail);
  const form = useSubmission({
    kind: "contact",
    operation: leadOperations.submitContact,
    fields,
    locale,
    toBody: (values, origin) => toContactBody({ ...values, topic }, origin),
    resultPath: paths.result,
  });
  useFormTitle(form.errors.length > 0);

  return (
    <form {...form.props} method="post" action={paths.send} className="space-y-7">
      <ErrorSummary title={tErrors("summary")} items={form.errors} />
      {form.isReady && <SentBefore form="contact" path={paths.result} />}
      {/* Both take the same space: nothing moves once the topic has been read. */}
      <div className="flex min-h-16 items-center">
        {topic ? (
          <p className="flex w-full items-center justify-between gap-4 rounded-md bg-accent-soft px-4 py-1.5">
            <span className="wrap-anywhere">
              {t.rich("about", { topic, strong: (text) => <strong>{text}</strong> })}
            </span>
            <button type="button" className="link min-h-9 cursor-pointer" onClick={removeTopic}>
              {t("removeTopic")}
            </button>
          </p>
        ) : (
          <p className="text-muted">{t("intro", { hours: replyHours })}</p>
        )}
      </div>
      {fields.map((name) => (
        <TextField key={name} name={name} form={form} />
      ))}
      <Honeypot control={form.register("website")} />
      <input type="hidden" name="noticeVersion" value={privacyNoticeVersion} />
      <ConsentNote privacyPath={paths.privacy} />
      <button type="submit" className={buttonClass()} aria-disabled={form.isSending}>
        {form.isSending ? tForm("sending") : t("send")}
      </button>
      <ProblemBox
        problem={form.problem}
        formatProblem={formatProblem}
        retryLabel={tErrors("retry")}
        onRetry={form.submit}
      />
      <DraftNote isKept={form.draft.isKept} />
    </form>
  );
}

/** The topic in the URL; a malformed one is ignored. */
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
