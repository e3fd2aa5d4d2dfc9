import type { Outbox } from "#lib/domain/mail/outbox.ts";
import { submissionPath } from "#lib/domain/submissions/submission-path.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";
import { Discard } from "./discard.tsx";
import { faultText } from "./fault-text.ts";
import { mailName, subjectName } from "./mail-name.ts";
import { SendAgain } from "./send-again.tsx";

const t = adminText("mail");

/** Mails that were given up, why, and the ways to send them again or to be rid of them. A table where there is room for one. */
export function DeadMails({ outbox: { dead, deadMails } }: { outbox: Outbox }) {
  if (!deadMails.length) return null;
  const columns = ["mail", "of", "since", "attempts", "reason", "action"] as const;
  const cell = "block px-4 py-0.5 lg:table-cell lg:py-2.5 lg:align-middle";
  const term = (name: (typeof columns)[number]) => <span className="text-muted lg:hidden">{t(`dead.${name}`)}: </span>;
  return (
    <section aria-labelledby="dead">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="dead" className="text-lg">
            {t("dead.title")}
          </h2>
          <p className="text-muted">
            {t("dead.intro")}{" "}
            {dead > deadMails.length && t("dead.shown", { count: deadMails.length, more: dead - deadMails.length })}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <SendAgain look="secondary" jobs="all" text={t("dead.againAll", { count: dead })} />
          <Discard
            id="discard-listed"
            look="secondary"
            jobs={deadMails.map(({ jobId }) => jobId)}
            text={t("dead.discardListed", { count: deadMails.length })}
          />
        </div>
      </div>
      <div className="overflow-hidden rounded-md border border-line bg-surface">
        <table className="block w-full text-left text-sm lg:table">
          <caption className="sr-only">{t("dead.caption")}</caption>
          <thead className="sr-only lg:not-sr-only lg:table-header-group lg:border-b lg:border-line">
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col" className="px-4 py-2 font-semibold text-muted">
                  {t(`dead.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="block divide-y divide-line lg:table-row-group">
            {deadMails.map((mail) => (
              <tr key={mail.jobId} className="block py-2 lg:table-row">
                <th scope="row" className={`${cell} font-semibold`}>
                  {mailName(mail.mail)}
                </th>
                <td className={`${cell} lg:whitespace-nowrap`}>
                  <a className="link inline-block py-1" href={submissionPath(mail)}>
                    {subjectName(mail)}
                  </a>
                </td>
                <td className={`${cell} lg:whitespace-nowrap`}>
                  {term("since")}
                  <time dateTime={mail.at.toISOString()}>{deskTime(mail.at)}</time>
                </td>
                <td className={`${cell} tabular-nums`}>
                  {term("attempts")}
                  {mail.attempts}
                </td>
                <td className={`${cell} wrap-anywhere`}>{faultText(mail.fault)}</td>
                <td className={`${cell} lg:whitespace-nowrap`}>
                  <div className="flex flex-wrap items-start gap-x-4 lg:flex-nowrap">
                    <SendAgain
                      jobs={[mail.jobId]}
                      text={t("dead.again")}
                      label={t("dead.againLabel", { mail: mailName(mail.mail), of: subjectName(mail) })}
                    />
                    <Discard
                      id={`discard-${mail.jobId}`}
                      jobs={[mail.jobId]}
                      text={t("dead.discard")}
                      label={t("dead.discardLabel", { mail: mailName(mail.mail), of: subjectName(mail) })}
                    />
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
