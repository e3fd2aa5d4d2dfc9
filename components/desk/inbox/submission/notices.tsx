import { ImitationNotice } from "#components/desk/core/condition-texts.tsx";
import { UndeliverableNotice } from "#components/desk/mail/notices.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { changeOperations } from "#lib/domain/submissions/changes/changes.ts";
import type { SpamReason } from "#lib/domain/submissions/core/events.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import { formatReference, type SubmissionRef, submissionPath } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { ActionButton, useDeskCall } from "../../core/desk-action.tsx";

type Props = { submission: Submission; onNotSpam: () => void };

export function Notices({ submission, onNotSpam }: Props) {
  const t = useDeskText("inbox");
  const mail = useDeskText("mail");
  const formatDeskTime = useDeskTimeFormat();
  const { kind, id, pendingMails, consent, agentName, identity, repeatOf } = submission;
  const { withdrawnAt } = consent;
  const answerSets = submission.kind === "evaluation" ? submission.answerSets : null;
  return (
    <div className="grid gap-4 px-4 pt-4 *:mb-0 empty:hidden sm:px-6">
      {/* A dead reply has stopped the response clock, although the person has received nothing. */}
      {pendingMails.some((each) => each.mail === "reply" && each.state === "dead") && (
        <Callout look="danger">
          <p className="font-semibold">{mail("unsentReply")}</p>
        </Callout>
      )}
      <UndeliverableNotice pendingMails={pendingMails} />
      {withdrawnAt && (
        <Callout look="danger">
          <p className="font-semibold">{t("reply.withdrawn", { time: formatDeskTime(withdrawnAt) })}</p>
        </Callout>
      )}
      <SpamNotice submission={submission} onNotSpam={onNotSpam} />
      <ImitationNotice agentName={agentName} identity={identity} />
      {answerSets !== null && (
        <Callout look="accent">
          <p>{t("series.note", { count: answerSets })}</p>
        </Callout>
      )}
      {repeatOf !== null && !withdrawnAt && <RepeatNotice repeat={{ kind, id }} first={repeatOf} />}
    </div>
  );
}

function RepeatNotice({ repeat: { kind, id }, first }: { repeat: SubmissionRef; first: number }) {
  const t = useDeskText("inbox");
  const callDesk = useDeskCall();
  const options = { done: () => t("repeat.separated") };
  return (
    <Callout look="accent" title={t("repeat.badge", { first: formatReference({ kind, id: first }) })}>
      <p className="my-2">
        {t("repeat.text")}{" "}
        <a className="link" href={submissionPath({ kind, id: first })}>
          {t("repeat.first")}
        </a>
      </p>
      <p className="mb-3 text-sm">{t("repeat.separateHint")}</p>
      <ActionButton
        text={t("repeat.separate")}
        look="secondary"
        onPress={() => callDesk(changeOperations.separateRepeat, { kind, id }, options)}
      />
    </Callout>
  );
}

const blockReasons: readonly SpamReason[] = ["blocked_address", "blocked_domain", "blocked_agent"];

function SpamNotice({ submission: { status, timeline, repeatOf }, onNotSpam }: Props) {
  const t = useDeskText("spam");
  if (status !== "spam" || repeatOf !== null) return null;
  const at = timeline.findLastIndex((event) => event.type === "status");
  const last = timeline[at];
  const hasWritten = timeline
    .slice(at + 1)
    .some((event) => event.type === "inbound" && event.details.type === "message");
  const { spamReasons: reasons, block } = last?.type === "status" ? last.details : {};
  return (
    <Callout look="accent" title={t(reasons ? "notice.service" : "notice.operator")}>
      {hasWritten && <p className="mt-2 font-semibold">{t("notice.wrote")}</p>}
      {reasons && (
        <>
          <p className="mt-2">{t("notice.why")}</p>
          <ul className="my-1 list-disc pl-5">
            {reasons.map((reason) => (
              <li key={reason}>{t(`reason.${reason}`)}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-2 mb-3 text-sm">{t(reasons ? "notice.held" : "notice.heldByOperator")}</p>
      {(block || reasons?.some((reason) => blockReasons.includes(reason))) && (
        <p className="-mt-1 mb-3 text-sm">{t("notice.stillBlocked")}</p>
      )}
      <ActionButton text={t("notice.release")} look="secondary" onPress={onNotSpam} />
    </Callout>
  );
}
