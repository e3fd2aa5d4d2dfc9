"use client";

import { Field } from "#components/ui/field.tsx";
import { inboundOperations, type UnmatchedMail } from "#lib/domain/submissions/core/inbound.ts";
import { formatReference } from "#lib/domain/submissions/core/submission-ref.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { ConfirmAction, useDeskCall } from "../../core/desk-action.tsx";
import { SubmitButton, useDeskForm } from "../../core/desk-form.tsx";
import { DeskTime, HeadedSection, SubmissionLink } from "../../core/facts.tsx";
import { MailBody } from "./mail-body.tsx";

function UnmatchedMailForms({ mail: { id, subject, suggestion } }: { mail: UnmatchedMail }) {
  const t = useDeskText("inbound");
  const callDesk = useDeskCall();
  const name = subject || t("held.noSubject");
  const texts = { not_found: t("held.missing") };
  const form = useDeskForm({
    id: `attach-${id}`,
    operation: inboundOperations.attachInbound,
    idPrefix: `${id}-`,
    defaultValues: { reference: suggestion ? formatReference(suggestion) : "" },
    toBody: ({ reference }) => ({ id, reference }),
    formatFault: () => t("held.invalid"),
    problemTexts: texts,
    done: t("held.attached"),
  });
  return (
    <div className="mt-2 flex flex-wrap items-end gap-3">
      <form {...form.props} className="flex flex-wrap items-end gap-3">
        <Field {...form.field("reference")} type="text" autoComplete="off" required label={t("held.reference")} />
        <SubmitButton form={form}>{t("held.attach")}</SubmitButton>
      </form>
      <ConfirmAction
        text={t("held.discard")}
        label={t("held.discardLabel", { subject: name })}
        title={t("held.discardLabel", { subject: name })}
        yes={t("held.discardYes")}
        onConfirm={() => callDesk(inboundOperations.discardInbound, { id }, { texts, done: () => t("held.discarded") })}
      >
        {t("held.discardWarning")}
      </ConfirmAction>
    </div>
  );
}

export function UnmatchedMails({ mails, total }: { mails: UnmatchedMail[]; total: number }) {
  const t = useDeskText("inbound");
  if (!total) return null;
  return (
    <HeadedSection id="held" title={t("held.title")} headingClassName="text-lg">
      <p className="mb-3 text-muted">
        {total > mails.length ? t("held.shown", { count: mails.length, total }) : t("held.intro")}
      </p>
      <ul className="grid gap-4">
        {mails.map((mail) => (
          <li key={mail.id} className="rounded-md border border-line bg-surface p-4 sm:p-5">
            <h3 className="font-semibold wrap-anywhere">
              <bdi>{mail.subject || t("held.noSubject")}</bdi>
            </h3>
            <p className="text-sm text-muted">
              {t(`held.type.${mail.type}`)} · <DeskTime at={mail.receivedAt} />
            </p>
            <p>{formatReason(t, mail)}</p>
            <MailBody mail={mail} />
            {mail.suggestion && <SubmissionLink submission={mail.suggestion} />}
            <UnmatchedMailForms mail={mail} />
          </li>
        ))}
      </ul>
    </HeadedSection>
  );
}

function formatReason(t: DeskText<"inbound">, { heldReason, suggestion }: UnmatchedMail): string {
  const reference = suggestion ? formatReference(suggestion) : "";
  if (heldReason === "unknown" && suggestion) return t("held.suggestion", { reference });
  return t(`held.reason.${heldReason}`, { reference });
}
