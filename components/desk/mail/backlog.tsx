import { Callout } from "#components/ui/callout.tsx";
import type { MailQueue } from "#lib/domain/mail/mail.ts";
import { deskFormat, deskText, formatDeskTime } from "#lib/i18n/desk-text.ts";
import { faultText } from "./mail-texts.ts";

const t = deskText("mail");

export function Backlog({ queue }: { queue: MailQueue }) {
  const { waiting, waitingSince, sending, scheduled, dead, fault } = queue;
  const since = waitingSince ? formatDeskTime(waitingSince) : "";
  const figures = [
    { name: t("queue.waiting"), count: waiting, hint: t("queue.waitingHint", { count: waiting, since }) },
    { name: t("queue.sending"), count: sending, hint: t("queue.sendingHint") },
    { name: t("queue.scheduled"), count: scheduled, hint: t("queue.scheduledHint") },
    { name: t("queue.dead"), count: dead, hint: t("queue.deadHint", { count: dead }), isAlarming: dead > 0 },
  ];
  return (
    <section aria-labelledby="queue">
      <h2 id="queue" className="mb-3 text-lg">
        {t("queue.title")}
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
          <h3 className="text-base font-semibold">{t("queue.fault")}</h3>
          <p className="wrap-anywhere">{faultText(fault)}</p>
          <p className="mt-1 text-sm">{t("queue.faultHint")}</p>
        </Callout>
      )}
    </section>
  );
}
