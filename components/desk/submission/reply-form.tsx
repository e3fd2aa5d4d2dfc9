import { buttonClass } from "#components/ui/button.ts";
import { replyMax } from "#lib/domain/desk/changes.ts";
import type { RefusedChange } from "#lib/domain/desk/refused-change.ts";
import type { Submission } from "#lib/domain/submissions/submission.ts";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { Facts } from "./facts.tsx";
import { TypedText } from "./typed-text.tsx";

const t = adminText("inbox");

type Props = { submission: Submission; contactEmail: string; isStored: boolean; refusal: RefusedChange };

/** A reply to the person by mail. */
export function ReplyForm({ submission, contactEmail, isStored, refusal }: Props) {
  const { kind, id, email, language, status, revision, consent, channel, agentName } = submission;
  const isFirst = status === "new" || status === "in_review";
  const isClaimed = channel === "ai_agent" && !consent.confirmedAt;
  return (
    <form method="post" action={`/api${submissionPath(submission)}/reply`} className="space-y-4">
      <div className="sm:columns-2">
        <Facts
          facts={[
            { term: t("reply.to"), value: email },
            { term: t("reply.frame"), value: t("reply.frameText", { language: t(`language.${language}`) }) },
            { term: t("reply.subject"), value: t("reply.subjectText", { id: String(id) }) },
            { term: t("reply.answers"), value: contactEmail },
          ]}
        />
      </div>
      {isClaimed && (
        <p className="rounded-sm bg-accent-soft px-3 py-2 text-sm">
          {t("reply.unconfirmed", { agent: agentName ?? "" })}
        </p>
      )}
      <input type="hidden" name="revision" value={revision} />
      <TypedText
        field={{
          as: "textarea",
          id: "reply",
          name: "text",
          label: t("reply.text"),
          hint: t("reply.hint"),
          lang: language,
          required: true,
          rows: 8,
        }}
        max={replyMax}
        counted="mailed"
        storageKey={`desk.reply.${kind}.${id}`}
        isStored={isStored}
        fault={refusal.refused === "reply" ? refusal.rule : undefined}
        missing={t("fault.required")}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button type="submit" className={buttonClass()}>
          {t("reply.send")}
        </button>
        <p className="min-w-0 flex-1 basis-56 text-sm text-muted">{t(isFirst ? "reply.marks" : "reply.keeps")}</p>
      </div>
    </form>
  );
}
