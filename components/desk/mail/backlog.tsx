import { useFormatter } from "next-intl";
import { Callout } from "#components/ui/callout.tsx";
import type { MailQueue } from "#lib/domain/mail/mail.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { FigureCards } from "../core/facts.tsx";
import { formatDeliveryFault } from "../core/mail-texts.ts";

export function Backlog({ queue }: { queue: MailQueue }) {
  const t = useDeskText("mail");
  const formatDeskTime = useDeskTime();
  const format = useFormatter();
  const { waiting, waitingSince, sending, scheduled, dead, fault, hold } = queue;
  const since = waitingSince ? formatDeskTime(waitingSince) : "";
  const cards = [
    { name: t("queue.waiting"), count: waiting, detail: t("queue.waitingHint", { count: waiting, since }) },
    { name: t("queue.sending"), count: sending, detail: t("queue.sendingHint") },
    { name: t("queue.scheduled"), count: scheduled, detail: t("queue.scheduledHint") },
    { name: t("queue.dead"), count: dead, detail: t("queue.deadHint", { count: dead }), isBad: dead > 0 },
  ];
  return (
    <section aria-labelledby="queue">
      <h2 id="queue" className="mb-3 text-lg">
        {t("queue.title")}
      </h2>
      <FigureCards figures={cards.map(({ count, ...card }) => ({ ...card, value: format.number(count) }))} />
      {/* Held mail is not retried: the notice above says why it waits. */}
      {fault && !hold && (
        <Callout look="accent" className="mt-3">
          <h3 className="text-base font-semibold">{t("queue.fault")}</h3>
          <p className="wrap-anywhere">{formatDeliveryFault(t, fault)}</p>
          <p className="mt-1 text-sm">{t("queue.faultHint")}</p>
        </Callout>
      )}
    </section>
  );
}
