import type { MissingWorker } from "#lib/domain/mail/pending-mail.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("mail");

/** Says that nobody sends the mails that are due, and what to do; nothing where a worker lives or nothing is due. */
export function MissingWorkerNotice({ missing }: { missing: MissingWorker | null }) {
  if (!missing) return null;
  return (
    <div className="mb-6 rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3">
      <p className="font-semibold text-danger">{t("missing.title", { minutes: missing.minutes })}</p>
      <p>{t(`missing.${missing.place}`)}</p>
    </div>
  );
}
