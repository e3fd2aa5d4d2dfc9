import { FaultSummary } from "#components/desk/catalog/fault-summary.tsx";
import { ImportForm } from "#components/desk/catalog/import-form.tsx";
import { catalogPaths } from "#components/desk/catalog/paths.ts";
import { Desk } from "#components/desk/desk.tsx";
import { Problem } from "#components/desk/problem.tsx";
import { ImportForm as Typed } from "#lib/domain/catalog/editor/import-form.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import { listDrafts } from "#lib/server/catalog/drafts.ts";
import { findHeldForm } from "#lib/server/catalog/held-forms.ts";
import { requirePageOperator } from "../../session.ts";
import { type DeskQuery, lastOf } from "../query.ts";
import { importFault } from "./import-fault.ts";

export function generateMetadata() {
  return { title: adminText("catalog")("importTitle") };
}

export default async function ImportPage({ searchParams }: { searchParams: Promise<DeskQuery> }) {
  const operator = await requirePageOperator();
  const t = adminText("catalog");
  const query = await searchParams;
  const held = query.form ? await findHeldForm(operator, "import", lastOf(query.form), new Date()) : null;
  const typed = Typed.parse(held ?? {});
  const isOfUrl = !typed.document.trim() && Boolean(typed.url.trim());
  const fault = importFault(lastOf(query.fault));
  return (
    <Desk operator={operator} current="catalog">
      <p className="mb-2">
        <a className="link" href={catalogPaths.list}>
          {t("back")}
        </a>
      </p>
      <h1 className="text-2xl">{t("importTitle")}</h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">{t("importIntro")}</p>
      {!fault && <Problem kind={query.problem} />}
      {fault && (
        <FaultSummary
          title={t("importRefused")}
          items={[{ fieldId: isOfUrl ? "url" : "document", text: t(`importFaults.${fault}`) }]}
        />
      )}
      <ImportForm
        entries={await listDrafts(operator)}
        typed={typed}
        error={fault && t(`importFaults.${fault}`)}
        isOfUrl={isOfUrl}
      />
    </Desk>
  );
}
