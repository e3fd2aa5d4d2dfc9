"use client";

import { useRef, useState } from "react";
import type { EvaluationDetails, PhoneLinks } from "#lib/domain/submissions/core/submission.ts";
import { replyOperations } from "#lib/domain/submissions/reply/reply.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../../core/desk-action.tsx";

type Props = { submission: EvaluationDetails; links: PhoneLinks };

export function Phone({ submission: { kind, id, phone, repeatOf }, links }: Props) {
  const t = useDeskText("inbox");
  const callDesk = useDeskCall();
  const [isOffered, setIsOffered] = useState(false);
  const whatsApp = useRef<HTMLAnchorElement>(null);
  const note = async () => {
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
      {listDigits(phone) !== listDigits(links.international) && (
        <span className="block text-sm text-muted">{t("contact.typed", { phone: phone ?? "" })}</span>
      )}
      <span role="status" className="block empty:hidden">
        {isOffered && (
          <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
            {t("contact.offer")}
            <ActionButton look="secondary" onPress={note}>
              {t("contact.note")}
            </ActionButton>
          </span>
        )}
      </span>
    </>
  );
}

const listDigits = (phone: string | null) => phone?.replaceAll(/\D/g, "");
