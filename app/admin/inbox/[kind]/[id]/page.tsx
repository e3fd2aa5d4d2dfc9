import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ImitationNotice } from "#components/desk/assistant.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { Part } from "#components/desk/facts.tsx";
import { Badge, ClockText, RouteBadge, StatusBadge } from "#components/desk/inbox/badges.tsx";
import { DeskKeys, ListLink } from "#components/desk/inbox/list-navigation.tsx";
import { ChangeForms } from "#components/desk/submission/change-forms.tsx";
import { PendingMails, UnsentReplyNotice } from "#components/desk/submission/pending-mails.tsx";
import { Origin, PersonFacts, Related, SeriesNotice, WithdrawnNotice } from "#components/desk/submission/person.tsx";
import { RepeatNotice } from "#components/desk/submission/repeat-notice.tsx";
import { ReplyForm } from "#components/desk/submission/reply-form.tsx";
import { Timeline } from "#components/desk/submission/timeline.tsx";
import { VerdictTrace } from "#components/desk/submission/verdict-trace.tsx";
import { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";

import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { site } from "#lib/server/site.ts";
import { getSubmission } from "#lib/server/submissions/get-submission.ts";
import { listOwners } from "#lib/server/submissions/list-submissions.ts";
import { markSeen } from "#lib/server/submissions/mark-seen.ts";
import { orNotFound } from "../../../../or-not-found.ts";
import { requirePageOperator } from "../../../session.ts";

type Props = { params: Promise<{ kind: string; id: string }> };

/** No person's name in a title: titles stay in the browser's history. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getDeskText("inbox");
  await requirePageOperator();
  const ref = SubmissionRef.safeParse(await params).data;
  return { title: ref ? `${t(`kind.${ref.kind}`)} ${ref.id}` : t("title") };
}

export default async function SubmissionPage({ params }: Props) {
  const t = await getDeskText("inbox");
  const mail = await getDeskText("mail");
  const operator = await requirePageOperator();
  const ref = SubmissionRef.safeParse(await params).data;
  if (!ref) notFound();
  const context = { operator, now: new Date() };
  await orNotFound(() => markSeen(ref, context));
  const submission = await orNotFound(() => getSubmission(ref, context));
  const owners = await listOwners({ operator });
  const { kind, id, name, status, clock, pendingMails, consent, revision, owner, canUndo } = submission;
  const { email, language, agentName, repeatOf, repeatCount } = submission;
  const subject = { kind, id, revision, status, owner, canUndo };
  return (
    <Desk operator={operator} current="inbox">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <ListLink text={t("back")} />
        <DeskKeys />
      </div>
      <h1 className="mt-2 text-2xl wrap-anywhere">
        {submission.kind === "evaluation" ? t("from_company", { name, company: submission.company }) : name}
      </h1>
      <p className="mt-2 mb-5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-muted">
          {t(`kind.${kind}`)} {id}
        </span>
        {submission.kind === "evaluation" && <RouteBadge route={submission.route} />}
        <StatusBadge status={status} />
        {repeatCount > 0 && <Badge look="accent">{t("repeat.count", { count: repeatCount + 1 })}</Badge>}
        <ClockText clock={clock} />
      </p>
      <UnsentReplyNotice pendingMails={pendingMails} />
      <WithdrawnNotice at={consent.withdrawnAt} />
      <ImitationNotice agentName={agentName} identity={submission.identity} />
      <SeriesNotice submission={submission} />
      {repeatOf !== null && !consent.withdrawnAt && <RepeatNotice repeat={{ kind, id, revision }} first={repeatOf} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="space-y-4">
          <Part title={t(submission.kind === "evaluation" ? "project" : "message")}>
            <p className="wrap-anywhere whitespace-pre-line">
              {submission.kind === "evaluation" ? submission.projectDescription : submission.message}
            </p>
          </Part>
          {submission.kind === "evaluation" && (
            <Part title={t("verdict")}>
              <VerdictTrace evaluation={submission} />
            </Part>
          )}
          <Part title={t("timeline")}>
            <Timeline kind={kind} events={submission.timeline} pendingMails={pendingMails} />
          </Part>
          {pendingMails.length > 0 && (
            <Part title={mail("pending.title")}>
              <PendingMails mails={pendingMails} />
            </Part>
          )}
          {!consent.withdrawnAt && repeatOf === null && (
            <Part title={t("reply.title")}>
              <ReplyForm
                submission={{ kind, id, email, language, revision, agentName }}
                contactEmail={site().contactEmail}
                isFirst={status === "new" || status === "in_review"}
                isClaimed={submission.channel === "ai_agent" && !consent.confirmedAt}
              />
            </Part>
          )}
          <Part title={t("related")}>
            <Related related={submission.related} />
          </Part>
        </div>
        <div className="space-y-4">
          {repeatOf === null && (
            <Part title={t("changeStatus")}>
              <ChangeForms subject={subject} owners={owners} />
            </Part>
          )}
          <Part title={t("person")}>
            <PersonFacts submission={submission} isAdmin={operator.role === "admin"} />
          </Part>
          <Part title={t("origin")}>
            <Origin submission={submission} />
          </Part>
        </div>
      </div>
    </Desk>
  );
}
