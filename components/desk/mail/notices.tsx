import type { ReactNode } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { isUndeliverable, type MailHold, type MissingWorker, type PendingMail } from "#lib/domain/mail/mail.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";

export function UnsentNotice({ count }: { count: number }) {
  const t = useDeskText("mail");
  if (!count) return null;
  return (
    <Callout look="danger">
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="font-semibold text-danger">{t("unsent", { count })}</span>
        <a className="link py-1.5" href="/admin/mail">
          {t("unsentLink")}
        </a>
      </p>
    </Callout>
  );
}

export function MissingWorkerNotice({ missing }: { missing: MissingWorker | null }) {
  const t = useDeskText("mail");
  if (!missing) return null;
  return (
    <Callout look="danger">
      <p className="font-semibold text-danger">{t("missing.title", { minutes: missing.minutes })}</p>
      <p>{t(`missing.${missing.place}`)}</p>
    </Callout>
  );
}

export function HoldNotice({ hold, children }: { hold: MailHold | null; children?: ReactNode }) {
  const t = useDeskText("mail");
  const formatDeskTime = useDeskTimeFormat();
  if (!hold) return null;
  return (
    <Callout look="danger" className="mb-4">
      <p className="font-semibold text-danger">{t("hold.title")}</p>
      <p>{t(`hold.${hold.actor}`, { since: formatDeskTime(hold.since) })}</p>
      {children}
    </Callout>
  );
}

export function UndeliverableNotice({ pendingMails }: { pendingMails: PendingMail[] }) {
  const t = useDeskText("mail");
  if (!pendingMails.some(isUndeliverable)) return null;
  return (
    <Callout look="accent">
      <p>{t("undeliverable.notice")}</p>
    </Callout>
  );
}
