import { Facts, Part } from "#components/desk/submission/facts.tsx";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";
import { subjectName } from "./mail-name.ts";

type Mail = SubmissionRef & { from: string; to: string[]; replyTo: string; date: string; text: string };

const t = adminText("mail");

/** A mail as it was written: its head, and its plain text. */
export function SentMail({ mail }: { mail: Mail }) {
  const date = new Date(mail.date);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Part title={t("one.text")}>
        <p className="wrap-anywhere whitespace-pre-wrap">{mail.text.trim() || t("one.noText")}</p>
      </Part>
      <Part title={t("one.title")}>
        <Facts
          facts={[
            { term: t("one.from"), value: mail.from },
            { term: t("one.to"), value: mail.to.join(", ") },
            { term: t("one.replyTo"), value: mail.replyTo },
            { term: t("one.date"), value: Number.isNaN(date.getTime()) ? mail.date : deskTime(date) },
            {
              term: t("one.of"),
              value: (
                <a className="link inline-block py-1" href={submissionPath(mail)}>
                  {subjectName(mail)}
                </a>
              ),
            },
          ]}
        />
      </Part>
    </div>
  );
}
