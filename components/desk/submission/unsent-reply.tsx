import type { PendingMail } from "#lib/domain/mail/pending-mail.ts";
import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("mail");

/** Says that a reply was given up: the clock has stopped, and the person has nothing. Nothing where none was. */
export function UnsentReply({ owedMails }: { owedMails: PendingMail[] }) {
  if (!owedMails.some(({ mail, state }) => mail === "reply" && state === "dead")) return null;
  return (
    <p className="mb-6 rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3 font-semibold">
      {t("unsentReply")}
    </p>
  );
}
