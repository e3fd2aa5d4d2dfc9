import { getLocale } from "next-intl/server";
import { EntryChanges } from "#components/desk/catalog/changes.tsx";
import { RestoreButton } from "#components/desk/catalog/entry-actions.tsx";
import { catalogPaths } from "#components/desk/catalog/paths.ts";
import { DeskTime } from "#components/desk/core/facts.tsx";
import { findCompared, VersionTable } from "#components/desk/core/version-table.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { listChanges } from "#lib/domain/catalog/editor/changes.ts";
import { pickTitle, toContent } from "#lib/domain/catalog/editor/content.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { toLanguage } from "#lib/i18n/locales.ts";
import { getDraft } from "#lib/server/catalog/drafts.ts";
import { getVersion, listVersions } from "#lib/server/catalog/versions.ts";
import { orNotFound } from "../../../../or-not-found.ts";
import type { DeskPageProps } from "../../../../page-props.ts";
import { requirePageOperator } from "../../../session.ts";

export const generateMetadata = () => getDeskMetadata("catalog", (t) => t("history.title"));

export default async function HistoryPage({ params, searchParams }: DeskPageProps<{ slug: string }>) {
  const t = await getDeskText("catalog");
  const operator = await requirePageOperator();
  const slug = decodeURIComponent((await params).slug);
  const entry = await orNotFound(() => getDraft({ slug }, { operator }));
  const versions = await listVersions({ entryId: entry.id }, { operator });
  const { from, to } = findCompared(versions, await searchParams);
  const read = (id: number) => orNotFound(() => getVersion({ entryId: entry.id, id }, { operator }));
  const before = from && (await read(from.id));
  const after = to ? await read(to.id) : toContent(entry);
  const changes = before && listChanges(before, after);
  return (
    <Desk
      operator={operator}
      current="catalog"
      back={{ href: catalogPaths.edit(entry.slug), text: t("toEditor") }}
      title={t("history.titleOf", { title: pickTitle(entry, toLanguage(await getLocale())) || t("untitled") })}
      intro={t("history.intro")}
    >
      {from && changes && (
        <section aria-labelledby="difference" className="mb-8 max-w-4xl">
          <h2 id="difference" className="mb-3 text-xl">
            <DeskTime at={from.at} /> → {to ? <DeskTime at={to.at} /> : t("history.now")}
          </h2>
          {changes.length > 0 ? (
            <EntryChanges changes={changes} names={{ before: t("history.before"), after: t("history.after") }} />
          ) : (
            <p>{t("history.same")}</p>
          )}
          {!to && changes.length > 0 && (
            <div className="mt-4">
              <RestoreButton entry={entry} version={from.id} />
            </div>
          )}
        </section>
      )}
      {versions.length > 0 ? (
        <VersionTable
          versions={versions}
          compared={from ? { from: from.id, to: to?.id } : null}
          toHref={({ from, to }) => catalogPaths.history(entry.slug, from, to)}
        />
      ) : (
        <p className="text-muted">{t("history.none")}</p>
      )}
    </Desk>
  );
}
