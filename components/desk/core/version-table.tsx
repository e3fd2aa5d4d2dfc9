import { Table } from "#components/ui/table.tsx";
import type { VersionAction } from "#lib/domain/catalog/editor/content.ts";
import type { SiteVersionAction } from "#lib/domain/site-operations.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { DeskTime } from "./facts.tsx";

type ComparedQuery = { from?: string | string[]; to?: string | string[] };

export function findCompared<Version extends { id: number }>(versions: Version[], { from, to }: ComparedQuery) {
  const find = (asked: string | string[] | undefined) =>
    versions.find(({ id }) => String(id) === [asked].flat().at(-1));
  return { from: find(from), to: find(to) };
}

/** The versions to compare. Without `to`, the version is compared with the stored entry. */
type Pair = { from: number; to?: number | undefined };
type Version = { id: number; at: Date; actor: string | null; action: VersionAction | SiteVersionAction };
type TableProps = { versions: Version[]; compared: Pair | null; toHref: (pair: Pair) => string };

export function VersionTable({ versions, compared, toHref }: TableProps) {
  const t = useDeskText("catalog");
  const compare = (text: string, pair: Pair) => (
    <a
      className="link py-1 aria-[current=true]:font-semibold aria-[current=true]:text-ink aria-[current=true]:no-underline"
      href={toHref(pair)}
      aria-current={compared?.from === pair.from && compared.to === pair.to ? "true" : undefined}
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
