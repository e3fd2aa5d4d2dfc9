import { toShownName } from "#lib/domain/plain-text.ts";
import type { Overview } from "#lib/domain/submissions/overview/overview.ts";
import {
  countedPath,
  type Filters,
  toAgentFilters,
  toOtherAgentsFilters,
} from "#lib/domain/submissions/overview/overview-links.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { Bar, Figure, FigureTable, LookAlikeMark, Panel, upright } from "./chart.tsx";

const id = "assistants";
const figures = ["sent", "confirmed", "qualified", "won"] as const;
const filters = {
  sent: {},
  confirmed: { consent: "confirmed" },
  qualified: { route: "qualified" },
  won: { status: "won" },
};

type Props = { overview: Pick<Overview, "assistants">; lookAlikes: readonly string[]; days: Filters };

/** Shows results per assistant. `lookAlikes`: names that imitate another assistant's. */
export function Assistants({ overview: { assistants }, lookAlikes, days }: Props) {
  const t = useDeskText("overview");
  const { shown, rest } = assistants;
  const all = [
    ...shown.map((each) => ({
      sums: each,
      key: each.key,
      ofAgent: toAgentFilters(each.name),
      name: toShownName(each.name) || t("sources.unnamed"),
      isLookAlike: lookAlikes.includes(each.name),
    })),
    ...(rest
      ? [
          {
            sums: rest,
            key: "",
            name: t("channels.others"),
            isLookAlike: false,
            ofAgent: toOtherAgentsFilters(shown.map(({ name }) => name)),
          },
        ]
      : []),
  ];
  const max = Math.max(1, ...all.map(({ sums }) => sums.sent));
  const rows = all.map(({ key, name, isLookAlike, sums, ofAgent }) => ({
    key,
    name: (
      <>
        <span className="flex flex-wrap gap-x-2">
          <bdi>{name}</bdi>
          {isLookAlike && <LookAlikeMark />}
        </span>
        <Bar parts={[{ value: sums.sent, fill: "second" }]} max={max} />
      </>
    ),
    figures: figures.map((figure) => (
      <Figure
        key={figure}
        value={sums[figure]}
        isStrong={figure === "sent"}
        href={countedPath(days, { ...ofAgent, ...filters[figure] })}
      />
    )),
  }));
  const columns = [
    { key: "name", header: t("assistants.name") },
    ...figures.map((figure) => ({
      key: figure,
      header: <span className={upright}>{t(`assistants.${figure}`)}</span>,
      width: "w-11 sm:w-24",
    })),
  ];
  return (
    <Panel
      id={id}
      title={t("assistants.title")}
      note={t("assistants.note")}
      emptyText={rows.length ? undefined : t("assistants.none")}
    >
      <FigureTable labelledBy={id} columns={columns} rows={rows} />
    </Panel>
  );
}
