import { Desk } from "#components/desk/desk.tsx";
import { UnmatchedMails } from "#components/desk/mail/inbound.tsx";
import { DeadMailTable, MailQueueFigures, ReleaseForm, UndeliverableTable } from "#components/desk/mail/mail-queue.tsx";
import { HoldNotice, MissingWorkerNotice } from "#components/desk/mail/notices.tsx";
import { isAdmin } from "#lib/domain/access/operator.ts";
import { templatesPath } from "#lib/domain/submissions/reply/reply-template.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listUnmatchedMails } from "#lib/server/mail/inbound/unmatched.ts";
import { getMailQueue } from "#lib/server/mail/mail-queue.ts";
import { describeTransport } from "#lib/server/mail/transport.ts";
import { requirePageOperator } from "../session.ts";

export const generateMetadata = () => getDeskMetadata("mail", (t) => t("title"));

export default async function MailPage() {
  const t = await getDeskText("mail");
  const reply = await getDeskText("reply");
  const operator = await requirePageOperator();
  const transport = describeTransport();
  const [queue, held] = await Promise.all([getMailQueue({ operator }), listUnmatchedMails({ operator })]);
  return (
    <Desk
      operator={operator}
      current="mail"
      title={t("title")}
      intro={transport.kind === "smtp" ? t("smtp", { host: transport.host }) : t("files")}
    >
      <HoldNotice hold={queue.hold}>
        {queue.hold && isAdmin(operator) ? <ReleaseForm hold={queue.hold} /> : <p>{t("hold.member")}</p>}
      </HoldNotice>
      <MissingWorkerNotice missing={queue.missingWorker} />
      {isAdmin(operator) && (
        <p className="mb-6">
          <a className="link" href={templatesPath}>
            {reply("editor.title")}
          </a>
        </p>
      )}
      <div className="grid gap-8">
        <MailQueueFigures queue={queue} />
        <DeadMailTable queue={queue} />
        <UndeliverableTable queue={queue} />
        <UnmatchedMails {...held} />
      </div>
    </Desk>
  );
}
