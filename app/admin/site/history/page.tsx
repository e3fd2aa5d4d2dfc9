import { BeforeAfter } from "#components/desk/catalog/changes.tsx";
import { findComparedVersions, VersionHistory } from "#components/desk/core/version-history.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { RestoreSiteButton } from "#components/desk/site/site-actions.tsx";
import { formatSiteLabel, formatSiteText } from "#components/desk/site/site-values.ts";
import { listSiteChanges } from "#lib/domain/company.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { getSiteDraft, getSiteVersion, listSiteVersions } from "#lib/server/site/edit-site.ts";
import { type DeskPageProps, orNotFound } from "../../../pages.ts";
import { requirePageAdmin } from "../../session.ts";

export const generateMetadata = () => getDeskMetadata("catalog", (t) => t("history.title"));

export default async function SiteHistoryPage({ searchParams }: DeskPageProps) {
  const t = await getDeskText("site");
  const tHistory = await getDeskText("catalog");
  const admin = await requirePageAdmin();
  const draft = await getSiteDraft({ admin });
  const versions = await listSiteVersions({ admin });
  const compared = findComparedVersions(versions, await searchParams);
  const { from, to } = compared;
  const getVersionContent = async (id: number) => (await orNotFound(() => getSiteVersion({ id }, { admin }))).content;
  const changes = from
    ? listSiteChanges(await getVersionContent(from.id), to ? await getVersionContent(to.id) : draft.content)
    : [];
  const names = { before: tHistory("history.before"), after: tHistory("history.after") };
  const differences = (
    <ul className="space-y-4">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="rounded-md border border-line bg-surface px-4 py-3">
          <h3 className="text-lg">{formatSiteLabel(t, field)}</h3>
          <BeforeAfter before={formatSiteText(t, before)} after={formatSiteText(t, after)} names={names} />
        </li>
      ))}
    </ul>
  );
  return (
    <Desk
      operator={admin}
      current="site"
      back={{ href: "/admin/site", text: tHistory("toEditor") }}
      title={t("historyTitle")}
      intro={t("historyIntro")}
    >
      <VersionHistory
        versions={versions}
        compared={compared}
        path="/admin/site/history"
        changes={changes.length ? differences : null}
        restore={from && <RestoreSiteButton seen={draft.id} version={from.id} />}
      />
    </Desk>
  );
}
