"use client";

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatDeliveryFault, formatSubject } from "#components/desk/core/mail-texts.ts";
import { SendAgainButton } from "#components/desk/mail/mail-queue.tsx";
import { ReplyPanel } from "#components/desk/reply/reply-panel.tsx";
import type { PendingMail } from "#lib/domain/mail/mail.ts";
import { findAssistantName } from "#lib/domain/submissions/core/consent.ts";
import { findLastMessage } from "#lib/domain/submissions/core/events.ts";
import { waitingStatuses } from "#lib/domain/submissions/core/status.ts";
import { type Owner, relatedMax, type Submission } from "#lib/domain/submissions/core/submission.ts";
import { formatReference, submissionPath } from "#lib/domain/submissions/core/submission-ref.ts";
import { getInboxPath } from "#lib/domain/submissions/overview/overview.ts";
import { type DeskText, useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { StatusLabel } from "../../core/badges.tsx";
import { DeskTime, TitledSection } from "../../core/facts.tsx";
import { Notices } from "./notices.tsx";
import { OriginFacts, PersonFacts } from "./person.tsx";
import { Conversation, NoteForm, Timeline } from "./timeline.tsx";
import { VerdictTrace } from "./verdict-trace.tsx";

type Props = { submission: Submission; isAdmin: boolean; owners: readonly Owner[]; onNotSpam: () => void };

export function SubmissionView({ submission, isAdmin, owners, onNotSpam }: Props) {
  const t = useDeskText("inbox");
  const mail = useDeskText("mail");
  const { kind, id, status, pendingMails, consent, repeatOf } = submission;
  const isConsentOpen = findAssistantName(submission) !== null && !consent.confirmedAt;
  return (
    <>
      <Notices submission={submission} onNotSpam={onNotSpam} />
      {/* On narrow screens both columns' parts form one column, sorted by the numbers in their order- classes. */}
      <div className="flex flex-col gap-4 px-4 py-4 sm:px-6 @2xl:grid @2xl:grid-cols-[minmax(0,1fr)_17rem] @2xl:items-start @5xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="contents min-w-0 space-y-4 @2xl:block">
          <div className="order-1">
            <Conversation submission={submission}>
              {!consent.withdrawnAt && repeatOf === null && (
                <div className="mt-3 border-t border-line pt-3">
                  <h2 className="sr-only">{t("reply.title")}</h2>
                  <ReplyPanel
                    submission={submission}
                    lastMessage={findLastMessage(submission.timeline)?.id}
                    isFirst={waitingStatuses.includes(status)}
                    openConsent={isConsentOpen ? (submission.userConsent === true ? "claimed" : "unclaimed") : null}
                  />
                </div>
              )}
            </Conversation>
          </div>
          <div className="order-3 space-y-4">
            <TitledSection title={t("timeline")}>
              <Timeline submission={submission} />
              {repeatOf === null && <NoteForm kind={kind} id={id} owners={owners} />}
            </TitledSection>
            <PendingMails title={mail("dead.title")} mails={pendingMails.filter(({ state }) => state === "dead")} />
            <PendingMails title={mail("pending.title")} mails={pendingMails.filter(({ state }) => state !== "dead")} />
          </div>
        </div>
        <div className="contents min-w-0 space-y-4 @2xl:block">
          {submission.kind === "evaluation" && (
            <div className="order-2">
              <TitledSection title={t("verdict")}>
                <VerdictTrace evaluation={submission} />
              </TitledSection>
            </div>
          )}
          <div className="order-4 space-y-4">
            <TitledSection title={t("person")}>
              <PersonFacts submission={submission} isAdmin={isAdmin} />
            </TitledSection>
            <TitledSection title={t("origin")}>
              <OriginFacts submission={submission} />
            </TitledSection>
            <TitledSection title={t("related")}>
              <RelatedSubmissions submission={submission} />
            </TitledSection>
          </div>
        </div>
      </div>
    </>
  );
}

function PendingMails({ title, mails }: { title: string; mails: PendingMail[] }) {
  const t = useDeskText("mail");
  const formatDeskTime = useDeskTimeFormat();
  if (!mails.length) return null;
  return (
    <TitledSection title={title}>
      <ul className="divide-y divide-line">
        {mails.map((mail) => (
          <li
            key={mail.jobId}
            className="flex flex-wrap items-center justify-between gap-x-6 py-2 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="font-semibold">{t(`mail.${mail.mail}`)}</p>
              <p className={`text-sm ${mail.state === "dead" ? "text-danger" : "text-muted"}`}>
                {formatMailState(t, mail, formatDeskTime)}
              </p>
              {(mail.state === "dead" || mail.fault) && (
                <p className="text-sm wrap-anywhere">{formatDeliveryFault(t, mail.fault)}</p>
              )}
            </div>
            {mail.state === "dead" && (
              <SendAgainButton
                jobs={[mail.jobId]}
                text={t("dead.again")}
                label={t("dead.againLabel", { mail: t(`mail.${mail.mail}`), of: formatSubject(t, mail) })}
              />
            )}
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function formatMailState(
  t: DeskText<"mail">,
  { mail, state, attempts, at }: PendingMail,
  formatTime: (time: Date) => string,
): string {
  if (state === "waiting" && attempts === 0) return t("pending.waiting");
  if (state === "held" && mail !== "reply") return t("pending.heldBySpam");
  if (state === "scheduled" && mail === "reply") return t("pending.later", { time: formatTime(at) });
  return t(`pending.${state === "waiting" ? "retry" : state}`, { attempts, time: formatTime(at) });
}

const shownMax = 5;

function RelatedSubmissions({ submission: { name, email, related } }: { submission: Submission }) {
  const t = useDeskText("inbox");
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (!related.length) return <p className="text-muted">{t("noRelated")}</p>;
  const showAll = () => {
    flushSync(() => setIsWhole(true));
    // Moves the focus, because the pressed button is gone.
    list.current?.querySelectorAll("a")[shownMax]?.focus();
  };
  return (
    <>
      <ul ref={list} className="space-y-2">
        {related.slice(0, isWhole ? undefined : shownMax).map((one) => (
          <li key={formatReference(one)}>
            <a className="link line-clamp-2 wrap-anywhere" href={submissionPath(one)}>
              {formatReference(one)} <bdi>{one.excerpt}</bdi>
            </a>
            <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
              <StatusLabel status={one.status} />
              {one.name !== name && <bdi className="wrap-anywhere">{one.name}</bdi>}
              <span>{t(one.sameEmail ? "sameEmail" : "sameCompany")}</span>
              <DeskTime at={one.createdAt} />
            </p>
          </li>
        ))}
      </ul>
      {!isWhole && related.length > shownMax && (
        <button type="button" className="link mt-2 min-h-9 cursor-pointer" onClick={showAll}>
          {t(related.length < relatedMax ? "relatedAll" : "relatedNewest", { count: related.length })}
        </button>
      )}
      {isWhole && related.length === relatedMax && related.some(({ sameEmail }) => sameEmail) && (
        <a className="link mt-2 inline-block py-1" href={getInboxPath({ q: email })}>
          {t("relatedMore")}
        </a>
      )}
    </>
  );
}
