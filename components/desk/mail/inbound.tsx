"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { Field } from "#components/ui/field.tsx";
import type { Locale } from "#lib/domain/locale.ts";
import type { EventDetails, SubmissionEvent } from "#lib/domain/submissions/core/events.ts";
import {
  type InboundMail,
  inboundFilePath,
  inboundOperations,
  type UnmatchedMail,
} from "#lib/domain/submissions/core/inbound.ts";
import { formatReference } from "#lib/domain/submissions/core/submission-ref.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";
import { ConfirmAction, useDeskCall } from "../core/desk-action.tsx";
import { SubmitButton, useDeskForm } from "../core/desk-form.tsx";
import { DeskTime, HeadedSection, SubmissionLink } from "../core/facts.tsx";

type BodyProps = {
  mail: InboundMail | UnmatchedMail;
  /** Language of the text, if it is known. */
  lang?: Locale;
};

export function MailBody({ mail, lang }: BodyProps) {
  const t = useDeskText("inbound");
  const { fromName, fromAddress, authentication, text, quoted, isShortened, files } = mail;
  const isEmpty = quoted === "" && !isShortened && files.length === 0;
  return (
    <div className="my-1 rounded-sm bg-paper px-3 py-2 wrap-anywhere">
      <p className="text-sm text-muted">
        <bdi>{formatSender(t, { name: fromName, address: fromAddress })}</bdi>
        {" · "}
        <span className={authentication === "fail" ? "font-semibold text-danger" : undefined}>
          {t(`authentication.${authentication}`)}
        </span>
      </p>
      <blockquote className="mt-1">
        {text ? (
          <FoldedText text={text} lang={lang} />
        ) : (
          <span className="text-muted">{t(isEmpty ? "empty" : "noText")}</span>
        )}
      </blockquote>
      {quoted !== "" && (
        <details className="mt-1">
          <summary className="link w-fit cursor-pointer py-1 text-sm">{t("quoted")}</summary>
          <p lang={lang} className="text-sm whitespace-pre-line text-muted">
            {quoted}
          </p>
        </details>
      )}
      {isShortened && (
        <p className="mt-1 text-sm text-muted">{t("heldReason" in mail ? "held.shortened" : "shortened")}</p>
      )}
      {files.length > 0 && (
        <>
          <p className="mt-2 text-sm text-muted">{t("files", { count: files.length })}</p>
          <ul className="flex flex-wrap gap-x-4 text-sm">
            {files.map(({ id, name, isKept }) => (
              <li key={id}>
                {isKept ? (
                  <a className="link inline-block py-1" href={inboundFilePath(id)} download={name}>
                    {t("open", { name })}
                  </a>
                ) : (
                  <span className="inline-block py-1 text-muted">{t("unkept", { name })}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function formatSender(t: DeskText<"inbound">, sender: { name: string; address: string }): string {
  if (sender.address === "") return t("fromNobody");
  return t(sender.name === "" ? "fromAddress" : "from", sender);
}

type Props = { details: EventDetails["inbound"]; mails: InboundMail[]; events: SubmissionEvent[]; lang: Locale };

export function InboundEntry({ details, mails, events, lang }: Props) {
  const t = useDeskText("inbound");
  const mail = mails.find(({ id }) => id === details.inbound);
  return (
    <>
      {details.type === "bounce" && (
        <p className="font-semibold text-danger">{t(`returned.${findReturnedMailKind(details, events)}`)}</p>
      )}
      {mail ? <MailBody mail={mail} lang={lang} /> : <p className="text-muted">{t("notShown")}</p>}
    </>
  );
}

function findReturnedMailKind({ messageId }: EventDetails["inbound"], events: SubmissionEvent[]) {
  const sent = events.find((event) => event.type === "mail" && event.details.messageId === messageId);
  const mail = sent?.type === "mail" ? sent.details.mail : undefined;
  return mail === "acknowledgement" || mail === "reply" ? mail : "other";
}

/** Inside the newest message, shows the beginning of a long text, so that the reply below stays in sight. */
export function FoldedText({ text, lang }: { text: string; lang?: Locale }) {
  const t = useDeskText("inbox");
  const element = useRef<HTMLSpanElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const [isCut, setIsCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures each text.
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = element.current ?? {};
    setIsCut(scrollHeight > clientHeight + 1);
  }, [text]);
  return (
    <>
      <span
        ref={element}
        className={`block leading-6 wrap-anywhere whitespace-pre-line ${isWhole ? "" : "in-[#newest-message]:line-clamp-4 sm:in-[#newest-message]:line-clamp-6"}`}
        dir="auto"
        lang={lang}
      >
        {text}
      </span>
      {isCut && !isWhole && (
        <button type="button" className="link min-h-6 cursor-pointer text-sm" onClick={() => setIsWhole(true)}>
          {t("showAll")}
        </button>
      )}
    </>
  );
}

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
            <p>{formatHeldReason(t, mail)}</p>
            <MailBody mail={mail} />
            {mail.suggestion && <SubmissionLink submission={mail.suggestion} />}
            <UnmatchedMailForms mail={mail} />
          </li>
        ))}
      </ul>
    </HeadedSection>
  );
}

function formatHeldReason(t: DeskText<"inbound">, { heldReason, suggestion }: UnmatchedMail): string {
  const reference = suggestion ? formatReference(suggestion) : "";
  if (heldReason === "unknown" && suggestion) return t("held.suggestion", { reference });
  return t(`held.reason.${heldReason}`, { reference });
}
