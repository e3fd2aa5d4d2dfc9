"use client";

import type { ReactNode } from "react";
import { ImitationNotice } from "#components/desk/core/assistant.tsx";
import { Part } from "#components/desk/core/facts.tsx";
import { UnmailableNotice } from "#components/desk/mail/notices.tsx";
import { ReplyPanel } from "#components/desk/reply/reply-panel.tsx";
import { findAssistant } from "#lib/domain/submissions/core/assistant.ts";
import { findLastMessage } from "#lib/domain/submissions/core/events.ts";
import { type DeskField, deskFields } from "#lib/domain/submissions/core/fields.ts";
import { waitingStatuses } from "#lib/domain/submissions/core/status.ts";
import type { Owner, Submission } from "#lib/domain/submissions/core/submission.ts";
import { toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { NoteForm } from "../../changes/note-form.tsx";
import { RepeatNotice } from "../../changes/repeat-notice.tsx";
import { SpamNotice } from "../../spam/spam-notice.tsx";
import { PendingMails, UnsentReplyNotice } from "./pending-mails.tsx";
import { Origin, PersonFacts, SeriesNotice, WithdrawnNotice } from "./person.tsx";
import { Related } from "./related.tsx";
import { Timeline } from "./timeline.tsx";
import { VerdictTrace } from "./verdict-trace.tsx";

type Props = { submission: Submission; isAdmin: boolean; owners: readonly Owner[]; onNotSpam: () => void };

/** Shows the sent texts first, then the reply, the timeline, and the background. */
export function SubmissionView({ submission, isAdmin, owners, onNotSpam }: Props) {
  const t = useDeskText("inbox");
  const mail = useDeskText("mail");
  const { kind, id, status, pendingMails, consent, email, language, agentName, repeatOf } = submission;
  const isConsentOpen = findAssistant(submission) !== null && !consent.confirmedAt;
  const texts: Partial<Record<DeskField, string | null>> = submission;
  const failedMails = pendingMails.filter(({ state }) => state === "dead");
  const waitingMails = pendingMails.filter(({ state }) => state !== "dead");
  return (
    <>
      <div className="grid gap-4 px-4 pt-4 *:mb-0 empty:hidden sm:px-6">
        <UnsentReplyNotice pendingMails={pendingMails} />
        <UnmailableNotice pendingMails={pendingMails} />
        <WithdrawnNotice at={consent.withdrawnAt} />
        <SpamNotice submission={submission} onNotSpam={onNotSpam} />
        <ImitationNotice agentName={agentName} identity={submission.identity} />
        <SeriesNotice submission={submission} />
        {repeatOf !== null && !consent.withdrawnAt && <RepeatNotice repeat={{ kind, id }} first={repeatOf} />}
      </div>
      <div className="grid items-start gap-4 px-4 py-4 sm:px-6 @5xl:grid-cols-[minmax(0,1fr)_26rem]">
        <Column>
          {deskFields.text.map((name) => (
            <SentText key={name} title={t(name)} text={texts[name]} />
          ))}
          {!consent.withdrawnAt && repeatOf === null && (
            <Part title={t("reply.title")}>
              <ReplyPanel
                key={toSubmissionKey({ kind, id })}
                submission={{ kind, id, email, language, agentName, pendingMails, clock: submission.clock }}
                lastMessage={findLastMessage(submission.timeline)}
                isFirst={waitingStatuses.includes(status)}
                openConsent={isConsentOpen ? (submission.userConsent === true ? "claimed" : "unclaimed") : null}
              />
            </Part>
          )}
          <Part title={t("timeline")}>
            <Timeline
              kind={kind}
              id={id}
              events={submission.timeline}
              pendingMails={pendingMails}
              inbound={submission.inbound}
            />
            {repeatOf === null && <NoteForm kind={kind} id={id} owners={owners} />}
          </Part>
          {failedMails.length > 0 && (
            <Part title={mail("dead.title")}>
              <PendingMails mails={failedMails} />
            </Part>
          )}
          {waitingMails.length > 0 && (
            <Part title={mail("pending.title")}>
              <PendingMails mails={waitingMails} />
            </Part>
          )}
        </Column>
        <Column>
          <Part title={t("person")}>
            <PersonFacts submission={submission} isAdmin={isAdmin} />
          </Part>
          {submission.kind === "evaluation" && (
            <Part title={t("verdict")}>
              <VerdictTrace evaluation={submission} />
            </Part>
          )}
          <Part title={t("origin")}>
            <Origin submission={submission} />
          </Part>
          <Part title={t("related")}>
            <Related key={toSubmissionKey({ kind, id })} submission={submission} />
          </Part>
        </Column>
      </div>
    </>
  );
}

/** Renders nothing for a field that the submission lacks. */
function SentText({ title, text }: { title: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Part title={title}>
      <p className="wrap-anywhere whitespace-pre-line" dir="auto">
        {text}
      </p>
    </Part>
  );
}

const Column = ({ children }: { children: ReactNode }) => <div className="min-w-0 space-y-4">{children}</div>;
