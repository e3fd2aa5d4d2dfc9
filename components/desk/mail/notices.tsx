import { Callout } from "#components/ui/callout.tsx";
import type { MissingWorker } from "#lib/domain/mail/mail.ts";
import { deskText } from "#lib/i18n/desk-text.ts";

const t = deskText("mail");

/** Shown on pages other than the mail page. */
export function UnsentNotice({ count }: { count: number }) {
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
  if (!missing) return null;
  return (
    <Callout look="danger">
      <p className="font-semibold text-danger">{t("missing.title", { minutes: missing.minutes })}</p>
      <p>{t(`missing.${missing.place}`)}</p>
    </Callout>
  );
}
