"use client";

import { Callout } from "#components/ui/callout.tsx";
import { changeOperations } from "#lib/domain/submissions/changes/changes.ts";
import { formatReference, type SubmissionRef, submissionPath } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";

type Props = { repeat: SubmissionRef; first: number };

/** Shown instead of the forms that change a submission, if the submission is a repeat. */
export function RepeatNotice({ repeat: { kind, id }, first }: Props) {
  const t = useDeskText("inbox");
  const callDesk = useDeskCall();
  const options = {
    params: { kind, id: String(id) },
    done: () => t("repeat.separated"),
  };
  return (
    <Callout look="accent" title={t("repeat.badge", { first: formatReference({ kind, id: first }) })}>
      <p className="my-2">
        {t("repeat.text")}{" "}
        <a className="link" href={submissionPath({ kind, id: first })}>
          {t("repeat.first")}
        </a>
      </p>
      <p className="mb-3 text-sm">{t("repeat.separateHint")}</p>
      <ActionButton look="secondary" onPress={() => callDesk(changeOperations.separateRepeat, { kind, id }, options)}>
        {t("repeat.separate")}
      </ActionButton>
    </Callout>
  );
}
