import type { SourceCount, Sources } from "#lib/domain/desk/overview.ts";
import { shownName } from "#lib/domain/desk/shown-name.ts";
import { adminText, deskFormat } from "#lib/i18n/admin-text.ts";
import { Bar } from "./bar.tsx";
import { Nothing, nameCell, nameHead, numberCell, numberHead, Panel, tableLook } from "./panel.tsx";
import { Swatch } from "./series.tsx";

const t = adminText("overview");
const id = "sources";

/** The most frequent sources and the rest, with a bar and the numbers of each. */
export function SourceList({ sources: { shown, rest } }: { sources: Sources }) {
  const rows = shown.map((source) => ({ ...source, label: labelOf(source), key: `${source.kind} ${source.name}` }));
  const max = Math.max(1, ...shown.map(({ total }) => total), rest?.total ?? 0);
  return (
    <Panel id={id} title={t("sources.title")} note={t("sources.note")}>
      {rows.length > 0 ? (
        <>
          <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-4 text-sm">
            <li className="flex items-center gap-1.5">
              <Swatch fill="first" /> {t("sources.qualified")}
            </li>
            <li className="flex items-center gap-1.5">
              <Swatch fill="rest" /> {t("sources.other")}
            </li>
          </ul>
          <table aria-labelledby={id} className={tableLook}>
            <thead>
              <tr>
                <th scope="col" className={nameHead}>
                  {t("sources.source")}
                </th>
                <th scope="col" className={`${numberHead} w-23`}>
                  {t("sources.count")}
                </th>
                <th scope="col" className={`${numberHead} w-19`}>
                  {t("sources.qualified")}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, label, total, qualified }) => (
                <Row key={key} label={label} total={total} qualified={qualified} max={max} />
              ))}
              {rest && (
                <Row
                  label={t("sources.rest", { sources: rest.sources })}
                  total={rest.total}
                  qualified={rest.qualified}
                  max={max}
                />
              )}
            </tbody>
          </table>
        </>
      ) : (
        <Nothing text={t("none")} />
      )}
    </Panel>
  );
}

type RowProps = { label: string; total: number; qualified: number; max: number };

function Row({ label, total, qualified, max }: RowProps) {
  const parts = [
    { value: qualified, fill: "first" },
    { value: total - qualified, fill: "rest" },
  ] as const;
  return (
    <tr className="border-t border-line">
      <th scope="row" className={`${nameCell} wrap-anywhere`}>
        <bdi>{label}</bdi>
        <Bar parts={[...parts]} max={max} />
      </th>
      <td className={`${numberCell} font-semibold`}>{deskFormat.number(total)}</td>
      <td className={`${numberCell} ${qualified ? "" : "text-muted"}`}>{deskFormat.number(qualified)}</td>
    </tr>
  );
}

function labelOf({ kind, name }: SourceCount): string {
  if (kind === "direct") return t("sources.direct");
  const shown = shownName(name) || t("sources.unnamed");
  return kind === "agent" ? t("sources.agent", { name: shown }) : shown;
}
