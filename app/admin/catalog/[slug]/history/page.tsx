import { getLocale } from "next-intl/server";
import { EntryChanges } from "#components/desk/catalog/changes.tsx";
import { RestoreButton } from "#components/desk/catalog/entry-actions.tsx";
import { catalogPaths } from "#components/desk/catalog/paths.ts";
import { DeskTime } from "#components/desk/core/facts.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { Table } from "#components/ui/table.tsx";
import { listChanges } from "#lib/domain/catalog/editor/changes.ts";
import { pickTitle, toContent } from "#lib/domain/catalog/editor/content.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { toLanguage } from "#lib/i18n/format-locale.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { getDraft } from "#lib/server/catalog/drafts.ts";
import { getVersion, listVersions } from "#lib/server/catalog/versions.ts";
import { orNotFound } from "../../../../or-not-found.ts";
import { requirePageOperator } from "../../../session.ts";

type Query = { from?: string | string[]; to?: string | string[] };
type Props = { params: Promise<{ slug: string }>; searchParams: Promise<Query> };

export const generateMetadata = () => getDeskMetadata("catalog", (t) => t("history.title"));

export default async function HistoryPage({ params, searchParams }: Props) {
  const t = await getDeskText("catalog");
  const operator = await requirePageOperator();
  const slug = decodeURIComponent((await params).slug);
  const entry = await orNotFound(() => getDraft({ slug }, { operator }));
  const versions = await listVersions({ entryId: entry.id }, { operator });
  const query = await searchParams;
  const find = (asked: string | string[] | undefined) =>
    versions.find(({ id }) => String(id) === [asked].flat().at(-1));
  const [from, to] = [find(query.from), find(query.to)];
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
        <VersionTable slug={entry.slug} versions={versions} compared={from ? { from: from.id, to: to?.id } : null} />
      ) : (
        <p className="text-muted">{t("history.none")}</p>
      )}
    </Desk>
  );
}

/** The versions to compare. Without `to`, the version is compared with the stored entry. */
type Pair = { from: number; to?: number | undefined };
type TableProps = { slug: string; versions: Awaited<ReturnType<typeof listVersions>>; compared: Pair | null };

function VersionTable({ slug, versions, compared }: TableProps) {
  const t = useDeskText("catalog");
  const compare = (text: string, { from, to }: Pair) => (
    <a
      className="link py-1 aria-[current=true]:font-semibold aria-[current=true]:text-ink aria-[current=true]:no-underline"
      href={catalogPaths.history(slug, from, to)}
      aria-current={compared?.from === from && compared.to === to ? "true" : undefined}
    >
      {text}
    </a>
  );
  return (
    <Table
      caption={t("history.title")}
      rows={versions.map((version, at) => ({ ...version, before: versions[at + 1]?.id }))}
      getKey={({ id }) => String(id)}
      columns={[
        { header: t("history.when"), isRowHeader: true, cell: ({ at }) => <DeskTime at={at} /> },
        { header: t("history.who"), cell: ({ actor }) => actor ?? t("history.unknown") },
        { header: t("history.what"), cell: ({ action }) => t(`history.actions.${action}`) },
        {
          header: t("history.compare"),
          cell: ({ id, before }) => (
            <span className="flex flex-wrap gap-x-5">
              {before !== undefined && compare(t("history.withBefore"), { from: before, to: id })}
              {id !== versions[0]?.id && compare(t("history.withNow"), { from: id })}
            </span>
          ),
        },
      ]}
    />
  );
}
