import { type ReactNode, useRef, useState } from "react";
import { toPeoplePath } from "#lib/domain/people/person.ts";
import { findAssistantName } from "#lib/domain/submissions/core/consent.ts";
import { type DeskField, deskFields } from "#lib/domain/submissions/core/fields.ts";
import type { EvaluationDetails, PhoneLinks, Submission } from "#lib/domain/submissions/core/submission.ts";
import { replyOperations } from "#lib/domain/submissions/reply/reply.ts";
import { type DeskFormats, type DeskText, useDeskFormats, useDeskText } from "#lib/i18n/desk-text.ts";
import { describeAssistant } from "../../core/condition-texts.tsx";
import { ActionButton, useDeskCall } from "../../core/desk-action.tsx";
import { DeskTime, type FactRow, Facts } from "../../core/facts.tsx";

export function PersonFacts({ submission, isAdmin }: { submission: Submission; isAdmin: boolean }) {
  const t = useDeskText("inbox");
  const tFields = useDeskText("fields");
  const people = useDeskText("people");
  const formats = useDeskFormats();
  const { email, consent } = submission;
  const phone = submission.kind === "evaluation" && submission.phoneLinks && (
    <PhoneActions submission={submission} links={submission.phoneLinks} />
  );
  return (
    <>
      <Facts
        facts={[
          {
            term: tFields("labels.email"),
            value: consent.withdrawnAt ? (
              email
            ) : (
              <a className="link" href={`mailto:${encodeURIComponent(email)}`}>
                {email}
              </a>
            ),
          },
          ...listFacts(phone ? { ...submission, phone } : submission, deskFields.person, (name) =>
            tFields(`labels.${name}`),
          ),
          { term: t("languageLabel"), value: t(`language.${submission.language}`) },
          { term: t("consent"), value: formatConsent(t, submission, formats) },
        ]}
      />
      {isAdmin && (
        <a className="link mt-2 inline-block py-2" href={toPeoplePath({ submission })}>
          {people("all")}
        </a>
      )}
    </>
  );
}

function listFacts<Name extends DeskField>(
  values: Partial<Record<DeskField, ReactNode>>,
  names: readonly Name[],
  label: (name: Name) => string,
): FactRow[] {
  return names.flatMap((name) => (name in values ? [{ term: label(name), value: values[name] ?? null }] : []));
}

export function OriginFacts({ submission }: { submission: Submission }) {
  const t = useDeskText("inbox");
  const { channel, assistedBy, utm, requestId, createdAt } = submission;
  return (
    <>
      <Facts
        facts={[
          { term: t("submitted"), value: <DeskTime at={createdAt} /> },
          { term: t("channelLabel"), value: t(`channel.${channel}`) },
          { term: t("assistant.label"), value: describeAssistant(t, submission) },
          { term: t("assistedBy"), value: assistedBy },
          ...listFacts(submission, deskFields.origin, t),
          { term: t("reference"), value: requestId },
        ]}
      />
      {utm.length > 0 && (
        <div className="mt-4 rounded-sm bg-paper px-3 py-2">
          {/* The sender chose these parameter names, so they are kept apart from the desk's own terms. */}
          <h3 className="mb-2 text-sm font-semibold">{t("utm")}</h3>
          <Facts facts={utm.map(([term, value]) => ({ term, value }))} />
        </div>
      )}
    </>
  );
}

/** A confirmation by the person takes precedence over an assistant's claim, and both over the form's notice. */
function formatConsent(
  t: DeskText<"inbox">,
  { consent, channel, agentName, userConsent, noticeVersion }: Submission,
  { formatTime, formatDay }: DeskFormats,
): string {
  if (consent.withdrawnAt) return t("consentWithdrawn", { time: formatTime(consent.withdrawnAt) });
  if (consent.confirmedAt) {
    return t("consentConfirmed", {
      time: formatTime(consent.confirmedAt),
      version: formatDay(consent.noticeVersion ?? ""),
    });
  }
  const assistant = findAssistantName({ channel, agentName, userConsent });
  const agent = assistant || t("assistant.unnamed");
  if (consent.isElicited) return t("consentElicited", { agent, version: formatDay(noticeVersion ?? "") });
  if (assistant !== null) return t(userConsent === true ? "consentClaimed" : "consentUnclaimed", { agent });
  return noticeVersion ? t("consentForm", { version: formatDay(noticeVersion) }) : t("consentUnknown");
}

type Props = { submission: EvaluationDetails; links: PhoneLinks };

function PhoneActions({ submission: { kind, id, phone, repeatOf }, links }: Props) {
  const t = useDeskText("inbox");
  const callDesk = useDeskCall();
  const [isOffered, setIsOffered] = useState(false);
  const whatsApp = useRef<HTMLAnchorElement>(null);
  const recordContact = async () => {
    const options = { done: () => t("contact.noted") };
    const { kind: outcome } = await callDesk(replyOperations.noteContact, { kind, id }, options);
    if (outcome !== "done") return;
    whatsApp.current?.focus();
    setIsOffered(false);
  };
  return (
    <>
      <span className="flex flex-wrap gap-x-4">
        <a className="link py-1" href={links.callUrl}>
          {links.international}
        </a>
        <a
          ref={whatsApp}
          className="link py-1"
          href={links.whatsAppUrl}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setIsOffered(repeatOf === null)}
        >
          {t("contact.whatsApp")}
        </a>
      </span>
      {keepDigits(phone) !== keepDigits(links.international) && (
        <span className="block text-sm text-muted">{t("contact.typed", { phone: phone ?? "" })}</span>
      )}
      <span aria-live="polite" className="block">
        {isOffered && (
          <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
            {t("contact.offer")}
            <ActionButton text={t("contact.note")} look="secondary" onPress={recordContact} />
          </span>
        )}
      </span>
    </>
  );
}

const keepDigits = (phone: string | null) => phone?.replaceAll(/\D/g, "");
