import { AuditTable } from "#components/desk/access/audit-table.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listAudit } from "#lib/server/audit.ts";
import type { DeskPageProps } from "../../../pages.ts";
import { requirePageAdmin } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("auth", (t) => t("audit.title"));

export default async function DeskAuditPage({ searchParams }: DeskPageProps) {
  const t = await getDeskText("auth");
  const admin = await requirePageAdmin();
  const { before } = await searchParams;
  const { entries, older } = await listAudit({ before: typeof before === "string" ? before : undefined }, { admin });
  return (
    <Desk operator={admin} current="audit" title={t("audit.title")} intro={t("audit.intro")}>
      {entries.length ? <AuditTable entries={entries} /> : <p className="text-muted">{t("audit.none")}</p>}
      <p className="mt-6 flex flex-wrap gap-4">
        {before !== undefined && (
          <a href="/admin/audit" className={buttonClass("secondary")}>
            {t("audit.newest")}
          </a>
        )}
        {older && (
          <a href={`/admin/audit?before=${older}`} className={buttonClass("secondary")}>
            {t("audit.older")}
          </a>
        )}
      </p>
    </Desk>
  );
}
