import { type Overview, toSourceKey } from "#lib/domain/submissions/overview/overview.ts";
import {
  countedPath,
  type Filters,
  toOtherSourcesFilters,
  toSourceFilters,
} from "#lib/domain/submissions/overview/overview-links.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { Bar, Figure, FigureTable, type Fill, Panel, Swatch } from "./chart.tsx";
import { formatSource } from "./texts.ts";

const id = "sources";

export function SourceList({ overview: { sources }, days }: { overview: Pick<Overview, "sources">; days: Filters }) {
  const { shown, rest } = sources;
  const t = useDeskText("overview");
  const legend = [
    { fill: "first", text: t("sources.qualified") },
    { fill: "rest", text: t("sources.other") },
  ] as const;
  const max = Math.max(1, ...shown.map(({ total }) => total), rest?.total ?? 0);
  const rows = [
    ...shown.map((source) => ({
      ...source,
      key: toSourceKey(source),
      label: formatSource(t, source),
      filters: toSourceFilters(source),
    })),
    ...(rest
      ? [
          {
            ...rest,
            key: "rest",
            label: t("sources.rest", { sources: rest.sources }),
            filters: toOtherSourcesFilters(shown),
          },
        ]
      : []),
  ].map(({ key, label, total, qualified, filters }) => ({
    key,
    name: (
      <>
        <bdi>{label}</bdi>
        <Bar parts={toParts(total, qualified)} max={max} />
      </>
    ),
    figures: [
      <Figure key="total" value={total} isStrong href={countedPath(days, filters)} />,
      <Figure key="qualified" value={qualified} href={countedPath(days, { ...filters, route: "qualified" })} />,
    ],
  }));
  const columns = [
    { key: "source", header: t("sources.source") },
    { key: "total", header: t("sources.count"), width: "w-23" },
    { key: "qualified", header: t("sources.qualified"), width: "w-22" },
  ];
  return (
    <Panel id={id} title={t("sources.title")} note={t("sources.note")} emptyText={rows.length ? undefined : t("none")}>
      <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-4 text-sm">
        {legend.map(({ fill, text }) => (
          <li key={fill} className="flex items-center gap-1.5">
            <Swatch fill={fill} /> {text}
          </li>
        ))}
      </ul>
      <FigureTable labelledBy={id} columns={columns} rows={rows} />
    </Panel>
  );
}

function toParts(total: number, qualified: number): { value: number; fill: Fill }[] {
  return [
    { value: qualified, fill: "first" },
    { value: total - qualified, fill: "rest" },
  ];
}
