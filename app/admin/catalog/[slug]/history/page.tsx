import { EntryChanges } from "#components/desk/catalog/changes.tsx";
import { RestoreEntryButton } from "#components/desk/catalog/entry-actions.tsx";
import { findComparedVersions, VersionHistory } from "#components/desk/core/version-history.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { listChanges } from "#lib/domain/catalog/editor/changes.ts";
import { pickTitle, toContent } from "#lib/domain/catalog/editor/content.ts";
import { catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { getDraft } from "#lib/server/catalog/drafts.ts";
import { getVersion, listVersions } from "#lib/server/catalog/versions.ts";
import { type DeskPageProps, orNotFound } from "../../../../pages.ts";
import { getDeskLanguage, requirePageOperator } from "../../../session.ts";

export const generateMetadata = () => getDeskMetadata("catalog", (t) => t("history.title"));

export default async function HistoryPage({ params, searchParams }: DeskPageProps<{ slug: string }>) {
  const t = await getDeskText("catalog");
  const operator = await requirePageOperator();
  const slug = decodeURIComponent((await params).slug);
  const entry = await orNotFound(() => getDraft({ slug }, { operator }));
  const versions = await listVersions({ entryId: entry.id }, { operator });
  const compared = findComparedVersions(versions, await searchParams);
  const { from, to } = compared;
  const getVersionOrNotFound = (id: number) => orNotFound(() => getVersion({ entryId: entry.id, id }, { operator }));
  const changes = from
    ? listChanges(await getVersionOrNotFound(from.id), to ? await getVersionOrNotFound(to.id) : toContent(entry))
    : [];
  const names = { before: t("history.before"), after: t("history.after") };
  return (
    <Desk
      operator={operator}
      current="catalog"
      back={{ href: catalogPaths.edit(entry.slug), text: t("toEditor") }}
      title={t("history.titleOf", { title: pickTitle(entry, await getDeskLanguage()) || t("untitled") })}
      intro={t("history.intro")}
    >
      <VersionHistory
        versions={versions}
        compared={compared}
        path={catalogPaths.versions(entry.slug)}
        changes={changes.length ? <EntryChanges changes={changes} names={names} /> : null}
        restore={from && <RestoreEntryButton entry={entry} version={from.id} />}
      />
    </Desk>
  );
}
