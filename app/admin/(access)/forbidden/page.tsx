import { Desk } from "#components/desk/desk.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { deskPath } from "#lib/domain/access/return-path.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { requirePageOperator } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("auth", (t) => t("forbidden.title"));

export default async function ForbiddenPage() {
  const t = await getDeskText("auth");
  const operator = await requirePageOperator();
  return (
    <Desk operator={operator} title={t("forbidden.title")}>
      <p className="mb-6">{t("forbidden.intro")}</p>
      <a href={deskPath} className={buttonClass()}>
        {t("missing.toInbox")}
      </a>
    </Desk>
  );
}
