import { buttonClass } from "#components/ui/button.ts";
import { deskPath } from "#lib/domain/access/return-path.ts";
import { getDeskText } from "#lib/i18n/get-desk-text.ts";

export default async function AdminNotFound() {
  const t = await getDeskText("auth");
  return (
    <main className="page py-14">
      <h1 className="mb-3 text-2xl">{t("missing.title")}</h1>
      <p className="mb-6">{t("missing.intro")}</p>
      <a href={deskPath} className={buttonClass()}>
        {t("missing.toInbox")}
      </a>
    </main>
  );
}
