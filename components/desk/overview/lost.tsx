import type { Overview } from "#lib/domain/submissions/overview/overview.ts";
import {
  countedPath,
  type Filters,
  toOtherReasonsFilters,
  toReasonFilters,
} from "#lib/domain/submissions/overview/overview-links.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { Bar, Figure, FigureTable, Panel } from "./chart.tsx";

const id = "lost";

export function Lost({ overview: { lost, totals }, days }: { overview: Overview; days: Filters }) {
  const { shown, rest } = lost;
  const total = totals.lost;
  const t = useDeskText("overview");
  const reasons = [
    ...shown.map((each) => ({ ...each, filters: toReasonFilters(each) })),
    ...(rest > 0 ? [{ reason: t("lost.rest"), count: rest, filters: toOtherReasonsFilters(shown) }] : []),
  ];
  const max = Math.max(1, ...reasons.map(({ count }) => count));
  const rows = reasons.map(({ reason, count, filters }) => ({
    key: reason,
    name: (
      <>
        <bdi>{reason}</bdi>
        <Bar parts={[{ value: count, fill: "rest" }]} max={max} />
      </>
    ),
    figures: [<Figure key="count" value={count} isStrong href={countedPath(days, filters)} />],
  }));
  const all = <Figure key="count" value={total} isStrong href={countedPath(days, { status: "lost" })} />;
  const columns = [
    { key: "reason", header: t("lost.reason") },
    { key: "count", header: t("lost.count"), width: "w-23" },
  ];
  return (
    <Panel id={id} title={t("lost.title")} note={t("lost.note")} emptyText={total > 0 ? undefined : t("lost.none")}>
      <FigureTable
        labelledBy={id}
        columns={columns}
        rows={rows}
        total={{ key: "total", name: t("total"), figures: [all] }}
      />
    </Panel>
  );
}
