"use client";

import { Field } from "#components/ui/field.tsx";
import { replyOperations } from "#lib/contract/desk/reply.ts";
import { replyMax } from "#lib/domain/desk/reply.ts";
import type { Submission } from "#lib/domain/desk/submission.ts";
import { toBodyText } from "#lib/domain/mail/plain-text.ts";
import { formatReference } from "#lib/domain/submissions/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { CharacterCount, formatTextFault, SubmitButton, useDeskForm } from "../desk-form.tsx";
import { Facts } from "../facts.tsx";

type Props = {
  submission: Pick<Submission, "kind" | "id" | "email" | "language" | "revision" | "agentName">;
  contactEmail: string;
  /** The first reply stops the clock. */
  isFirst: boolean;
  /** An agent claims the consent; the person has not confirmed it. */
  isClaimed: boolean;
};

export function ReplyForm({ submission, contactEmail, isFirst, isClaimed }: Props) {
  const t = useDeskText("inbox");
  const { kind, id, email, language, revision, agentName } = submission;
  const form = useDeskForm({
    id: "reply",
    idPrefix: "reply-",
    operation: replyOperations.sendReply,
    params: { kind, id: String(id) },
    fields: ["text"],
    toBody: ({ text }) => ({ text, revision }),
    formatFault: formatTextFault(t, replyMax),
    draft: { name: `desk.reply.${kind}.${id}`, storage: "session" },
    done: t("reply.saved"),
    problemTexts: { conflict: t("problemConflict") },
  });
  return (
    <form {...form.props} className="space-y-4">
      <div className="sm:columns-2">
        <Facts
          facts={[
            { term: t("reply.to"), value: email },
            { term: t("reply.frame"), value: t("reply.frameText", { language: t(`language.${language}`) }) },
            { term: t("reply.subject"), value: t("reply.subjectText", { reference: formatReference(submission) }) },
            { term: t("reply.answers"), value: contactEmail },
          ]}
        />
      </div>
      {isClaimed && (
        <p className="rounded-sm bg-accent-soft px-3 py-2 text-sm">
          {t("reply.unconfirmed", { agent: agentName ?? "" })}
        </p>
      )}
      <Field
        {...form.field("text")}
        as="textarea"
        label={t("reply.text")}
        hint={t("reply.hint")}
        lang={language}
        required
        rows={8}
      />
      <CharacterCount form={form} name="text" max={replyMax} toCounted={toBodyText} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton form={form}>{t("reply.send")}</SubmitButton>
        <p className="min-w-0 flex-1 basis-56 text-sm text-muted">{t(isFirst ? "reply.marks" : "reply.keeps")}</p>
      </div>
    </form>
  );
}
