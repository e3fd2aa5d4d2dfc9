"use client";

import { composeReply } from "#lib/domain/mail/compose-for-person.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import type { ReplyDesk, ReplyFile } from "#lib/domain/submissions/reply/reply.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

type Props = {
  submission: Pick<Submission, "kind" | "id" | "email" | "language">;
  desk: ReplyDesk;
  text: string;
  files: ReplyFile[];
};

/** Previews the reply, rendered by the same code as the mail itself. */
export function MailPreview({ submission, desk, text, files }: Props) {
  const t = useDeskText("reply");
  if (text.trim() === "") return <p className="text-muted">{t("preview.empty")}</p>;
  const { kind, id, language, email } = submission;
  const { sender, signature, isConsentAsked, site } = desk;
  const own = { operatorName: "", signature, isConsentAsked, text, site };
  const { company, subject, blocks, footer } = composeReply({ kind, id, language, ...own });
  const paragraphs = blocks.flatMap((block) => ("text" in block ? [block.text] : []));
  return (
    <section aria-labelledby="reply-preview" className="overflow-hidden rounded-sm border border-edge">
      <h3 id="reply-preview" className="bg-paper px-4 pt-2 text-base">
        {t("preview.title")}
      </h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line bg-paper px-4 py-2 text-sm wrap-anywhere">
        {[
          [t("from"), `${sender} <${site.contactEmail}>`],
          [t("to"), email],
          [t("subject"), subject],
        ].map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div lang={language} className="space-y-3 px-4 py-3 wrap-anywhere">
        <p className="font-semibold text-primary">{company}</p>
        {keyed(paragraphs).map(({ key, line }) => (
          <p key={key} className="whitespace-pre-line">
            {line}
          </p>
        ))}
        <div className="border-t border-line pt-2 text-sm text-muted">
          {keyed(footer).map(({ key, line }) => (
            <p key={key}>{line}</p>
          ))}
        </div>
      </div>
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-2 border-t border-line px-4 py-2 text-sm">
          {files.map((file) => (
            <li key={file.id}>{file.name}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const keyed = (lines: string[]) => lines.map((line, at) => ({ key: `${at} ${line}`, line }));
