import { type OverviewGroup, type OverviewWeek, overviewGroups } from "#lib/domain/desk/overview.ts";
import { shownName } from "#lib/domain/desk/shown-name.ts";
import { adminText } from "#lib/i18n/admin-text.ts";
import type { Fill, Series } from "./series.tsx";
import { Weekly } from "./weekly.tsx";

const t = adminText("overview");

const groupFills: Record<OverviewGroup, Fill> = {
  qualified: "first",
  review: "second",
  redirect: "rest",
  inquiry: "third",
};
/** Characters of an assistant's name beside the others, and at the head of its column. */
const nameMax = 32;
const headMax = 16;
const agentFills: Fill[] = ["second", "third", "fourth"];

export function Groups({ weeks }: { weeks: OverviewWeek[] }) {
  const series = overviewGroups.map((group): Series => ({ name: t(`groups.${group}`), fill: groupFills[group] }));
  const rows = weeks.map(({ groups, ...week }) => ({ ...week, values: overviewGroups.map((group) => groups[group]) }));
  return <Weekly id="groups" title={t("groups.title")} note={t("groups.note")} series={series} weeks={rows} />;
}

export function Channels({ weeks, agents }: { weeks: OverviewWeek[]; agents: string[] }) {
  const series: Series[] = [
    { name: t("channels.web"), fill: "first" },
    ...agents.map(
      (agent, at): Series => ({
        name: nameOf(agent, at, nameMax),
        short: nameOf(agent, at, headMax),
        fill: agentFills[at] ?? "fourth",
      }),
    ),
    agents.length > 0
      ? { name: t("channels.others"), short: t("channels.othersShort"), fill: "rest" }
      : { name: t("channels.agents"), fill: "rest" },
  ];
  const rows = weeks.map((week) => ({ ...week, values: [week.web, ...week.agents, week.otherAgents] }));
  return <Weekly id="channels" title={t("channels.title")} note={t("channels.note")} series={series} weeks={rows} />;
}

/** A name that cannot be seen is told from others by its place. */
function nameOf(agent: string, at: number, max: number): string {
  return shownName(agent, max) || `${t("channels.agent")} ${at + 1}`;
}
