import { Table } from "#components/ui/table.tsx";
import type { VersionAction } from "#lib/domain/catalog/editor/versions.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { DeskTime } from "../facts.tsx";
import { catalogPaths } from "./paths.ts";

type Version = { id: number; at: Date; actor: string | null; action: VersionAction };
type Props = { slug: string; versions: Version[]; chosen: number | null };

/** Newest first; each leads to what it changed. */
export function VersionTable({ slug, versions, chosen }: Props) {
  const t = useDeskText("catalog");
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
              {before !== undefined && (
                <a
                  className="link py-1"
                  href={catalogPaths.history(slug, before, id)}
                  aria-current={chosen === id ? "true" : undefined}
                >
                  {t("history.withBefore")}
                </a>
              )}
              {id !== versions[0]?.id && (
                <a className="link py-1" href={catalogPaths.history(slug, id)}>
                  {t("history.withNow")}
                </a>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}
