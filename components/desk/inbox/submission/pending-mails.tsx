import { formatDeliveryFault, formatMail, formatSubject } from "#components/desk/core/mail-texts.ts";
import { SendAgain } from "#components/desk/mail/mail-buttons.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { PendingMail } from "#lib/domain/mail/mail.ts";
import { type DeskText, useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";

export function PendingMails({ mails }: { mails: PendingMail[] }) {
  const t = useDeskText("mail");
  const formatDeskTime = useDeskTime();
  return (
    <ul className="divide-y divide-line">
      {mails.map((mail) => (
        <li key={mail.jobId} className="flex flex-wrap items-center justify-between gap-x-6 py-2 first:pt-0 last:pb-0">
          <div className="min-w-0">
            <p className="font-semibold">{formatMail(t, mail.mail)}</p>
            <p className={`text-sm ${mail.state === "dead" ? "text-danger" : "text-muted"}`}>
              {formatState(t, mail, formatDeskTime)}
            </p>
            {(mail.state === "dead" || mail.fault) && (
              <p className="text-sm wrap-anywhere">{formatDeliveryFault(t, mail.fault)}</p>
            )}
          </div>
          {mail.state === "dead" && (
            <SendAgain
              jobs={[mail.jobId]}
              text={t("dead.again")}
              label={t("dead.againLabel", { mail: formatMail(t, mail.mail), of: formatSubject(t, mail) })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function formatState(
  t: DeskText<"mail">,
  { mail, state, attempts, at }: PendingMail,
  formatTime: (time: Date) => string,
): string {
  if (state === "waiting" && attempts === 0) return t("pending.waiting");
  if (state === "held" && mail !== "reply") return t("pending.heldBySpam");
  if (state === "scheduled" && mail === "reply") return t("pending.later", { time: formatTime(at) });
  return t(`pending.${state === "waiting" ? "retry" : state}`, { attempts, time: formatTime(at) });
}

/** Warns of a reply that could not be sent: the clock has stopped, but the person has received nothing. */
export function UnsentReplyNotice({ pendingMails }: { pendingMails: PendingMail[] }) {
  const t = useDeskText("mail");
  if (!pendingMails.some(({ mail, state }) => mail === "reply" && state === "dead")) return null;
  return (
    <Callout look="danger">
      <p className="font-semibold">{t("unsentReply")}</p>
    </Callout>
  );
}
