"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import type { useDraft } from "#components/forms/use-draft.ts";
import type { Problem } from "#components/forms/use-form.ts";
import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { linkTo } from "#components/ui/link-to.tsx";
import type { SiteForm } from "#lib/domain/submissions/intake/receipt.ts";
import { readSentReference } from "./use-submission.ts";

export function DraftNote({ isKept }: { isKept: boolean }) {
  const t = useTranslations("form");
  return <p className="text-sm text-muted">{t(isKept ? "draftKept" : "draftLost")}</p>;
}

type StartOverProps = { text: ReactNode; onStartOver: () => void };

export function StartOverButton({ text, onStartOver }: StartOverProps) {
  const t = useTranslations("form");
  return (
    <ConfirmButton
      className="link cursor-pointer"
      text={text}
      title={t("startOverTitle")}
      yes={t("startOverYes")}
      no={t("startOverNo")}
      onConfirm={onStartOver}
    >
      {t("startOverText")}
    </ConfirmButton>
  );
}

type RestoredDraftProps = {
  form: SiteForm;
  /** When the person last changed the draft, in milliseconds since the epoch. */
  leftAt: number;
  onStartOver: () => void;
};

export function RestoredDraftNote({ form, leftAt, onStartOver }: RestoredDraftProps) {
  const t = useTranslations("form");
  const format = useFormatter();
  return (
    <div className="rounded-md bg-accent-soft px-4 py-3">
      {t.rich("keptSince", {
        form,
        date: format.dateTime(leftAt, { day: "numeric", month: "long" }),
        startOver: (text) => <StartOverButton text={text} onStartOver={onStartOver} />,
      })}
    </div>
  );
}

export function PreviousSubmissionNote({ form, path }: { form: SiteForm; path: string }) {
  const t = useTranslations("form");
  const format = useFormatter();
  const [sent, setSent] = useState<ReturnType<typeof readSentReference>>();
  useEffect(() => setSent(readSentReference(form)), [form]);
  if (!sent) return null;
  return (
    <p className="rounded-md border border-line bg-surface px-4 py-3 text-sm">
      {t.rich("sentBefore", {
        form,
        reference: sent.reference,
        date: format.dateTime(sent.sentAt, { day: "numeric", month: "long" }),
        link: linkTo(path),
      })}
    </p>
  );
}

/** A field that only bots fill in: people cannot see or reach it, and browsers do not fill it in. */
export function Honeypot({ control }: { control: ComponentProps<"input"> }) {
  const t = useTranslations("form");
  return (
    <div hidden aria-hidden="true">
      <label>
        {t("leaveEmpty")}
        <input {...control} type="text" tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
      </label>
    </div>
  );
}

type Props = { draft: Pick<ReturnType<typeof useDraft>, "offer" | "preparedBy">; decide: (isTaken: boolean) => void };

export function HandOffNote({ draft: { offer, preparedBy }, decide }: Props) {
  const t = useTranslations("handOff");
  const by = offer?.by ?? preparedBy;
  if (by === null) return null;
  // The name is isolated with <bdi>, so that a name in another script cannot reorder our words.
  const values = { hasName: by ? "yes" : "no", name: () => <bdi className="font-semibold wrap-anywhere">{by}</bdi> };
  return (
    <Callout look="accent" className="" id="hand-off">
      <p>{t.rich(offer ? "offered" : "prepared", values)}</p>
      {offer && (
        <p className="mt-3 flex flex-wrap gap-3">
          <button type="button" className={buttonClass("secondary")} onClick={() => decide(true)}>
            {t("take")}
          </button>
          <button type="button" className={buttonClass("secondary")} onClick={() => decide(false)}>
            {t("keep")}
          </button>
        </p>
      )}
    </Callout>
  );
}

const named = ["rate_limited", "unavailable", "no_answer"] as const;

type ProblemProps = { problem: Problem | null; contactEmail: string; onRetry: () => void };

export function ProblemBox({ problem, contactEmail, onRetry }: ProblemProps) {
  const t = useTranslations("errors");
  if (!problem) return null;
  const kind = named.find((name) => name === problem.kind);
  const minutes = "retryAfterSeconds" in problem ? Math.max(1, Math.ceil(problem.retryAfterSeconds / 60)) : 0;
  return (
    <div role="alert" className="mt-6 rounded-md border-2 border-danger bg-danger-soft p-5">
      <p className="font-medium">{t(kind ?? "refused", { minutes, email: contactEmail })}</p>
      {kind && (
        <button
          type="button"
          className={`${buttonClass("secondary")} mt-4`}
          onClick={({ currentTarget }) => {
            // Moves the focus before it is lost, because this button disappears while the form is sent.
            currentTarget.form?.querySelector<HTMLButtonElement>("[type=submit]")?.focus();
            onRetry();
          }}
        >
          {t("retry")}
        </button>
      )}
    </div>
  );
}
