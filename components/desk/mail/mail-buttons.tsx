"use client";

import { buttonClass } from "#components/ui/button.ts";
import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { mailOperations } from "#lib/domain/mail/mail.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";

type Props = {
  text: string;
  /** Accessible name, if the text alone is unclear. */
  label?: string;
  look?: "secondary" | "quiet";
};

/** Sends the dead mails of these jobs again, or all of them. */
export function SendAgain({ jobs, text, label, look = "quiet" }: Props & { jobs: string[] | "all" }) {
  const t = useDeskText("mail");
  const callDesk = useDeskCall();
  const body = jobs === "all" ? { all: true as const } : { jobs };
  const send = () => callDesk(mailOperations.sendAgain, body, { done: ({ count }) => t("again", { count }) });
  return (
    <ActionButton look={look} aria-label={label} onPress={send}>
      {text}
    </ActionButton>
  );
}

export function Discard({ jobs, text, label, look = "quiet" }: Props & { jobs: string[] }) {
  const t = useDeskText("mail");
  const callDesk = useDeskCall();
  const count = jobs.length;
  return (
    <ConfirmButton
      text={text}
      label={label}
      className={buttonClass(look)}
      title={label ?? text}
      yes={t("dead.discardYes", { count })}
      no={t("dead.discardNo")}
      onConfirm={() =>
        callDesk(mailOperations.discardMails, { jobs }, { done: (result) => t("discarded", { count: result.count }) })
      }
    >
      {t("dead.discardWarning", { count })}
    </ConfirmButton>
  );
}
