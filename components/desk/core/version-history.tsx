import type { ReactNode } from "react";
import { Table } from "#components/ui/table.tsx";
import type { VersionAction } from "#lib/domain/catalog/editor/content.ts";
import type { SiteVersionAction } from "#lib/domain/site-operations.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { DeskTime } from "./facts.tsx";

type ComparedQuery = { from?: string | string[]; to?: string | string[] };

export function findComparedVersions<Version extends { id: number }>(versions: Version[], { from, to }: ComparedQuery) {
  const findVersion = (asked: string | string[] | undefined) =>
    versions.find(({ id }) => String(id) === [asked].flat().at(-1));
  return { from: findVersion(from), to: findVersion(to) };
}

type Version = { id: number; at: Date; actor: string | null; action: VersionAction | SiteVersionAction };

type Props = {
  versions: Version[];
  /** The versions to compare. Without `to`, the version is compared with the current content. */
  compared: { from: Version | undefined; to: Version | undefined };
  /** Path of the history. */
  path: string;
  /** The differences. Null if there are none. */
  changes: ReactNode;
  /** Button that restores the version `from`. */
  restore: ReactNode;
};

export function VersionHistory({ versions, compared: { from, to }, path, changes, restore }: Props) {
  const t = useDeskText("catalog");
  const renderComparisonLink = (text: string, fromId: number, toId?: number) => (
    <a
      className="link py-1 aria-[current=true]:font-semibold aria-[current=true]:text-ink aria-[current=true]:no-underline"
      href={`${path}?from=${fromId}${toId === undefined ? "" : `&to=${toId}`}`}
      aria-current={from?.id === fromId && to?.id === toId ? "true" : undefined}
    >
      {text}
    </a>
  );
  return (
    <>
      {from && (
        <section aria-labelledby="difference" className="mb-8 max-w-4xl">
          <h2 id="difference" className="mb-3 text-xl">
            <DeskTime at={from.at} /> → {to ? <DeskTime at={to.at} /> : t("history.now")}
          </h2>
          {changes ?? <p>{t("history.same")}</p>}
          {!to && changes && <div className="mt-4">{restore}</div>}
        </section>
      )}
      {versions.length === 0 && <p className="text-muted">{t("history.none")}</p>}
      {versions.length > 0 && (
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
                  {before !== undefined && renderComparisonLink(t("history.withBefore"), before, id)}
                  {id !== versions[0]?.id && renderComparisonLink(t("history.withNow"), id)}
                </span>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
