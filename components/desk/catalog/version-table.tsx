import { Table } from "#components/ui/table.tsx";
import type { VersionAction } from "#lib/domain/catalog/editor/content.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { DeskTime } from "../core/facts.tsx";
import { catalogPaths } from "./paths.ts";

type Version = { id: number; at: Date; actor: string | null; action: VersionAction };
/** Without `to`, the version is compared with the stored entry. */
type Pair = { from: number; to?: number | undefined };
type Props = { slug: string; versions: Version[]; compared: Pair | null };

/** Newest first. Each version links to its changes. */
export function VersionTable({ slug, versions, compared }: Props) {
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
