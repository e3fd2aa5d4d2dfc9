import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("mail");

/** Says on other pages that mails were given up; nothing where none was. */
export function UnsentNotice({ count }: { count: number }) {
  if (!count) return null;
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 rounded-md border-l-4 border-danger bg-danger-soft px-4 py-1.5">
      <span className="font-semibold text-danger">{t("unsent", { count })}</span>
      <a className="link py-1.5" href="/admin/mail">
        {t("unsentLink")}
      </a>
    </p>
  );
}
