"use client";

import { useRef } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { mailOperations } from "#lib/contract/desk/mail.ts";
import { deskText } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../desk-action.tsx";
import { useNotice } from "../notice.tsx";

const t = deskText("mail");

type Props = {
  text: string;
  /** Accessible name, where the text alone says too little. */
  label?: string;
  look?: "secondary" | "quiet";
};

/** Sends dead mails again: those of these jobs, or all there are. */
export function SendAgain({ jobs, text, label, look = "quiet" }: Props & { jobs: string[] | "all" }) {
  const callDesk = useDeskCall();
  const notify = useNotice();
  const send = async () => {
    const outcome = await callDesk(mailOperations.sendAgain, jobs === "all" ? { all: true } : { jobs });
    if (outcome.kind === "done") notify({ done: t("again", { count: outcome.result.count }) });
  };
  return (
    <ActionButton look={look} aria-label={label} onPress={send}>
      {text}
    </ActionButton>
  );
}

/** Deletes dead mails for good, after a question. `id` is the question's. */
export function Discard({ id, jobs, text, label, look = "quiet" }: Props & { id: string; jobs: string[] }) {
  const callDesk = useDeskCall();
  const notify = useNotice();
  const question = useRef<HTMLDivElement>(null);
  const count = jobs.length;
  const discard = async () => {
    const outcome = await callDesk(mailOperations.discardMails, { jobs });
    question.current?.hidePopover();
    if (outcome.kind === "done") notify({ done: t("discarded", { count: outcome.result.count }) });
  };
  return (
    <>
      <button type="button" className={buttonClass(look)} aria-label={label} popoverTarget={id}>
        {text}
      </button>
      <div
        ref={question}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label ?? text}
        className="m-auto w-80 max-w-full rounded-md border border-edge bg-surface p-5 text-base whitespace-normal text-ink"
      >
        <p className="font-semibold">{label ?? text}</p>
        <p className="mt-1 mb-4">{t("dead.discardWarning", { count })}</p>
        <div className="flex flex-wrap gap-3">
          <ActionButton onPress={discard}>{t("dead.discardYes", { count })}</ActionButton>
          <button type="button" className={buttonClass("secondary")} popoverTarget={id} popoverTargetAction="hide">
            {t("dead.discardNo", { count })}
          </button>
        </div>
      </div>
    </>
  );
}
