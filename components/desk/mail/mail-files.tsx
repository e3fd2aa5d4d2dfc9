import type { MailType } from "#lib/domain/mail/mail.ts";
import type { SubmissionRef } from "#lib/domain/submissions/submission-ref.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";
import { mailName, subjectName } from "./mail-name.ts";

type File = SubmissionRef & { name: string; mail: MailType; writtenAt: Date };

const t = adminText("mail");

/** Mails that went into files, each with the way to its page. */
export function MailFiles({ files, total }: { files: File[]; total: number }) {
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
                  {mailName(file.mail)}, {subjectName(file)}
                </a>
                <time className="text-sm text-muted" dateTime={writtenAt.toISOString()}>
                  {deskTime(writtenAt)}
                </time>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
