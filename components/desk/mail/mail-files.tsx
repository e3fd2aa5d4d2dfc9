import type { MailSubject, QueuedMailType } from "#lib/domain/mail/mail.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { DeskTime, Facts, Part, SubmissionLink } from "../facts.tsx";
import { formatMail, formatSubject } from "./mail-texts.ts";

type File = MailSubject & { name: string; mail: QueuedMailType; writtenAt: Date };

export function MailFiles({ files, total }: { files: File[]; total: number }) {
  const t = useDeskText("mail");
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="text-lg">
        {t("list.title")}
      </h2>
      {files.length === 0 ? (
        <p className="text-muted">{t("list.none")}</p>
      ) : (
        <>
          <p className="mb-3 text-muted">
            {total > files.length ? t("list.shown", { count: files.length, total }) : t("list.intro")}
          </p>
          <ul className="divide-y divide-line rounded-md border border-line bg-surface">
            {files.map(({ name, writtenAt, ...file }) => (
              <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-1.5">
                <a className="link py-1.5" href={`/admin/mail/${name}`}>
                  {formatMail(t, file.mail)}, {formatSubject(t, file)}
                </a>
                <DeskTime className="text-sm text-muted" at={writtenAt} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

type WrittenMail = MailSubject & { from: string; to: string[]; replyTo: string; date: string; text: string };

export function WrittenMailView({ mail }: { mail: WrittenMail }) {
  const t = useDeskText("mail");
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
            { term: t("one.date"), value: Number.isNaN(date.getTime()) ? mail.date : <DeskTime at={date} /> },
            {
              term: t("one.of"),
              value: <SubmissionLink submission={mail} />,
            },
          ]}
        />
      </Part>
    </div>
  );
}
