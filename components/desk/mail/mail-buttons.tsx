"use client";

import { ConfirmButton } from "#components/ui/confirm-button.tsx";
import { type MailHold, type MailRelease, mailOperations } from "#lib/domain/mail/mail.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../core/desk-action.tsx";

type Props = {
  text: string;
  label?: string;
  look?: "secondary" | "quiet";
};

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
      look={look}
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

/** Asks an admin which held mails to send, because mails due before the hold may have been sent by other means. */
export function ReleaseMail({ hold: { actor, owed: count } }: { hold: MailHold }) {
  const t = useDeskText("mail");
  const callDesk = useDeskCall();
  const release = (owed: MailRelease["owed"]) =>
    callDesk(mailOperations.releaseMail, { owed }, { done: (result) => t("hold.done", result) });
  return (
    <>
      <p>{t(`hold.owed.${actor}`, { count })}</p>
      <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-2">
        <ActionButton look="secondary" onPress={() => release("send")}>
          {t("hold.send", { count })}
        </ActionButton>
        {count > 0 && (
          <ConfirmButton
            text={t("hold.discard")}
            look="secondary"
            title={t("hold.discard")}
            yes={t("hold.yes", { count })}
            no={t("hold.no")}
            onConfirm={() => release("discard")}
          >
            {t("hold.warning", { count })}
          </ConfirmButton>
        )}
      </div>
    </>
  );
}
