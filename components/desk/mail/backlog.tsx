import { Callout } from "#components/ui/callout.tsx";
import type { MailQueue } from "#lib/domain/mail/pending-mail.ts";
import { adminText, deskFormat, deskTime } from "#lib/i18n/admin-text.ts";
import { faultText } from "./mail-texts.ts";

const t = adminText("mail");

/** How much mail is on the way, and what holds it up. */
export function Backlog({ outbox }: { outbox: MailQueue }) {
  const { waiting, waitingSince, sending, scheduled, dead, fault } = outbox;
  const since = waitingSince ? deskTime(waitingSince) : "";
  const figures = [
    { name: t("outbox.waiting"), count: waiting, hint: t("outbox.waitingHint", { count: waiting, since }) },
    { name: t("outbox.sending"), count: sending, hint: t("outbox.sendingHint") },
    { name: t("outbox.scheduled"), count: scheduled, hint: t("outbox.scheduledHint") },
    { name: t("outbox.dead"), count: dead, hint: t("outbox.deadHint", { count: dead }), isAlarming: dead > 0 },
  ];
  return (
    <section aria-labelledby="outbox">
      <h2 id="outbox" className="mb-3 text-lg">
        {t("outbox.title")}
      </h2>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {figures.map(({ name, count, hint, isAlarming }) => (
          <div key={name} className="rounded-md border border-line bg-surface p-4">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className={`text-2xl font-semibold tabular-nums ${isAlarming ? "text-danger" : ""}`}>
              {deskFormat.number(count)}
            </dd>
            <dd className="text-sm text-muted">{hint}</dd>
          </div>
        ))}
      </dl>
      {fault && (
        <Callout look="accent" className="mt-3">
          <h3 className="text-base font-semibold">{t("outbox.fault")}</h3>
          <p className="wrap-anywhere">{faultText(fault)}</p>
          <p className="mt-1 text-sm">{t("outbox.faultHint")}</p>
        </Callout>
      )}
    </section>
  );
}
