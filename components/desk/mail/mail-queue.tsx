"use client";

import { Callout } from "#components/ui/callout.tsx";
import { Table } from "#components/ui/table.tsx";
import { type MailHold, type MailQueue, type MailRelease, mailOperations } from "#lib/domain/mail/mail.ts";
import { useDeskFormatter, useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { ActionButton, ConfirmAction, useDeskCall } from "../core/desk-action.tsx";
import { DeskTime, FigureCards, HeadedSection, SubmissionLink } from "../core/facts.tsx";
import { formatDeliveryFault, formatSubject } from "../core/mail-texts.ts";

type DeadMail = MailQueue["deadMails"][number];

export function DeadMailTable({ queue: { dead, deadMails } }: { queue: MailQueue }) {
  const t = useDeskText("mail");
  if (!deadMails.length) return null;
  return (
    <section aria-labelledby="dead">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="dead" className="text-lg">
            {t("dead.title")}
          </h2>
          <p className="text-muted">
            {t("dead.intro")}{" "}
            {dead > deadMails.length && t("dead.shown", { count: deadMails.length, more: dead - deadMails.length })}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <SendAgainButton look="secondary" jobs="all" text={t("dead.againAll", { count: dead })} />
          <DiscardButton
            look="secondary"
            jobs={deadMails.map(({ jobId }) => jobId)}
            text={t("dead.discardListed", { count: deadMails.length })}
          />
        </div>
      </div>
      <MailJobTable caption={t("dead.caption")} mails={deadMails} />
    </section>
  );
}

/** Lists mails whose addresses only the person can correct, so they raise no alarm. */
export function UndeliverableTable({ queue: { undeliverable, undeliverableMails } }: { queue: MailQueue }) {
  const t = useDeskText("mail");
  if (!undeliverableMails.length) return null;
  const [count, more] = [undeliverableMails.length, undeliverable - undeliverableMails.length];
  return (
    <HeadedSection id="undeliverable" title={t("undeliverable.title")} headingClassName="text-lg">
      <p className="mb-3 text-muted">
        {t("undeliverable.intro")} {more > 0 && t("dead.shown", { count, more })}
      </p>
      <MailJobTable caption={t("undeliverable.title")} mails={undeliverableMails} />
    </HeadedSection>
  );
}

function MailJobTable({ caption, mails }: { caption: string; mails: DeadMail[] }) {
  const t = useDeskText("mail");
  return (
    <Table
      caption={caption}
      rows={mails}
      getKey={({ jobId }) => jobId}
      columns={[
        { header: t("dead.mail"), isRowHeader: true, cell: ({ mail }) => t(`mail.${mail}`) },
        {
          header: t("dead.of"),
          className: "lg:whitespace-nowrap",
          cell: (mail) => <SubmissionLink submission={mail} />,
        },
        {
          header: t("dead.since"),
          isLabelled: true,
          className: "lg:whitespace-nowrap",
          cell: ({ at }) => <DeskTime at={at} />,
        },
        { header: t("dead.attempts"), isLabelled: true, className: "tabular-nums", cell: ({ attempts }) => attempts },
        { header: t("dead.reason"), cell: ({ fault }) => formatDeliveryFault(t, fault) },
        { header: t("dead.action"), className: "lg:whitespace-nowrap", cell: (mail) => <MailActions mail={mail} /> },
      ]}
    />
  );
}

function MailActions({ mail }: { mail: DeadMail }) {
  const t = useDeskText("mail");
  const named = { mail: t(`mail.${mail.mail}`), of: formatSubject(t, mail) };
  return (
    <div className="flex flex-wrap items-start gap-x-4 lg:flex-nowrap">
      <SendAgainButton jobs={[mail.jobId]} text={t("dead.again")} label={t("dead.againLabel", named)} />
      <DiscardButton jobs={[mail.jobId]} text={t("dead.discard")} label={t("dead.discardLabel", named)} />
    </div>
  );
}

export function MailQueueFigures({ queue }: { queue: MailQueue }) {
  const t = useDeskText("mail");
  const formatDeskTime = useDeskTimeFormat();
  const format = useDeskFormatter();
  const { waiting, waitingSince, sending, scheduled, dead, fault, hold } = queue;
  const since = waitingSince ? formatDeskTime(waitingSince) : "";
  const cards = [
    { name: t("queue.waiting"), count: waiting, detail: t("queue.waitingHint", { count: waiting, since }) },
    { name: t("queue.sending"), count: sending, detail: t("queue.sendingHint") },
    { name: t("queue.scheduled"), count: scheduled, detail: t("queue.scheduledHint") },
    { name: t("queue.dead"), count: dead, detail: t("queue.deadHint", { count: dead }), isBad: dead > 0 },
  ];
  return (
    <HeadedSection id="queue" title={t("queue.title")} headingClassName="mb-3 text-lg">
      <FigureCards figures={cards.map(({ count, ...card }) => ({ ...card, value: format.number(count) }))} />
      {/* While all mail is held, no mail is retried, and the notice above says why. */}
      {fault && !hold && (
        <Callout look="accent" className="mt-3">
          <h3 className="text-base font-semibold">{t("queue.fault")}</h3>
          <p className="wrap-anywhere">{formatDeliveryFault(t, fault)}</p>
          <p className="mt-1 text-sm">{t("queue.faultHint")}</p>
        </Callout>
      )}
    </HeadedSection>
  );
}

type Props = {
  text: string;
  label?: string;
  look?: "secondary" | "quiet";
};

export function SendAgainButton({ jobs, text, label, look = "quiet" }: Props & { jobs: string[] | "all" }) {
  const t = useDeskText("mail");
  const callDesk = useDeskCall();
  const body = jobs === "all" ? { all: true as const } : { jobs };
  const send = () => callDesk(mailOperations.sendAgain, body, { done: ({ count }) => t("again", { count }) });
  return <ActionButton text={text} look={look} label={label} onPress={send} />;
}

function DiscardButton({ jobs, text, label, look = "quiet" }: Props & { jobs: string[] }) {
  const t = useDeskText("mail");
  const callDesk = useDeskCall();
  const count = jobs.length;
  return (
    <ConfirmAction
      text={text}
      label={label}
      look={look}
      title={label ?? text}
      yes={t("dead.discardYes", { count })}
      onConfirm={() =>
        callDesk(mailOperations.discardMails, { jobs }, { done: (result) => t("discarded", { count: result.count }) })
      }
    >
      {t("dead.discardWarning", { count })}
    </ConfirmAction>
  );
}

/** Asks an admin which held mails to send, because mails due before the hold may have been sent by other means. */
export function ReleaseForm({ hold: { actor, owed: count } }: { hold: MailHold }) {
  const t = useDeskText("mail");
  const callDesk = useDeskCall();
  const release = (owed: MailRelease["owed"]) =>
    callDesk(mailOperations.releaseMail, { owed }, { done: (result) => t("hold.done", result) });
  return (
    <>
      <p>{t(`hold.owed.${actor}`, { count })}</p>
      <div className="mt-3 flex flex-wrap items-start gap-x-4 gap-y-2">
        <ActionButton text={t("hold.send", { count })} look="secondary" onPress={() => release("send")} />
        {count > 0 && (
          <ConfirmAction
            text={t("hold.discard")}
            look="secondary"
            title={t("hold.discard")}
            yes={t("hold.yes", { count })}
            onConfirm={() => release("discard")}
          >
            {t("hold.warning", { count })}
          </ConfirmAction>
        )}
      </div>
    </>
  );
}
