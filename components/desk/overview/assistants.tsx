import type { AgentFigures } from "#lib/domain/desk/overview.ts";
import { countedPath, type Filters, toAgentFilters } from "#lib/domain/desk/overview-links.ts";
import { toShownName } from "#lib/domain/mail/plain-text.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { Bar, Figure, FigureTable, Panel, upright } from "./chart.tsx";

const id = "assistants";
const figures = ["sent", "confirmed", "qualified", "won"] as const;
const filters = {
  sent: {},
  confirmed: { consent: "confirmed" },
  qualified: { route: "qualified" },
  won: { status: "won" },
};

type Props = { assistants: AgentFigures[]; lookAlikes: readonly string[]; days: Filters };

/** What each assistant brings. `lookAlikes`: names that read like another assistant's. */
export function Assistants({ assistants, lookAlikes, days }: Props) {
  const t = useDeskText("overview");
  const inbox = useDeskText("inbox");
  const max = Math.max(1, ...assistants.map(({ sent }) => sent));
  const rows = assistants.map((assistant) => ({
    key: assistant.name,
    name: (
      <>
        <span className="flex flex-wrap gap-x-2">
          <bdi>{toShownName(assistant.name) || t("sources.unnamed")}</bdi>
          {lookAlikes.includes(assistant.name) && (
            <span className="rounded-sm bg-danger-soft px-1.5 font-semibold text-danger">
              {inbox("assistant.mark")}
            </span>
          )}
        </span>
        <Bar parts={[{ value: assistant.sent, fill: "second" }]} max={max} />
      </>
    ),
    figures: figures.map((figure) => (
      <Figure
        key={figure}
        value={assistant[figure]}
        isStrong={figure === "sent"}
        href={countedPath(days, { ...toAgentFilters(assistant.name), ...filters[figure] })}
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
