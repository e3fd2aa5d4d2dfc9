"use client";

import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { Field } from "#components/ui/field.tsx";
import type { UnmatchedMail } from "#lib/domain/submissions/core/inbound.ts";
import { inboundOperations } from "#lib/domain/submissions/core/inbound.ts";
import { formatReference } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { useDeskCall } from "../../core/desk-action.tsx";
import { SubmitButton, useDeskForm } from "../../core/desk-form.tsx";

export function UnmatchedMailForms({ mail: { id, subject, suggestion } }: { mail: UnmatchedMail }) {
  const t = useDeskText("inbound");
  const callDesk = useDeskCall();
  const name = subject || t("held.noSubject");
  const texts = { not_found: t("held.missing") };
  const form = useDeskForm({
    id: `attach-${id}`,
    operation: inboundOperations.attachInbound,
    fields: ["reference"],
    idPrefix: `${id}-`,
    defaultValues: { reference: suggestion ? formatReference(suggestion) : "" },
    toBody: ({ reference }) => ({ id, reference }),
    formatFault: () => t("held.invalid"),
    draft: null,
    problemTexts: texts,
    done: t("held.attached"),
  });
  return (
    <div className="mt-2 flex flex-wrap items-end gap-3">
      <form {...form.props} className="flex flex-wrap items-end gap-3">
        <Field {...form.field("reference")} type="text" autoComplete="off" required label={t("held.reference")} />
        <SubmitButton form={form}>{t("held.attach")}</SubmitButton>
      </form>
      <ConfirmButton
        text={t("held.discard")}
        label={t("held.discardLabel", { subject: name })}
        title={t("held.discardLabel", { subject: name })}
        yes={t("held.discardYes")}
        no={t("held.discardNo")}
        onConfirm={() => callDesk(inboundOperations.discardInbound, { id }, { texts, done: () => t("held.discarded") })}
      >
        {t("held.discardWarning")}
      </ConfirmButton>
    </div>
  );
}
