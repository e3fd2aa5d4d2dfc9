import { replyHours, replyWarningHours } from "../submissions/promises.ts";
import type { LeadRoute } from "../submissions/schema.ts";
import { midnightIn, offsetIn } from "../time-zone.ts";

/** Periods in weeks to choose from; the first is the default. */
export const overviewSpans = [12, 4, 26, 52] as const;
export type OverviewSpan = (typeof overviewSpans)[number];

/** Reads the parameter of an address; any other value is the default. */
export function parseSpan(value: string | string[] | undefined): OverviewSpan {
  const [first] = [value].flat();
  return overviewSpans.find((span) => String(span) === first) ?? overviewSpans[0];
}

export const weekMilliseconds = 7 * 86_400_000;

/** Starts of the last `count` weeks, the oldest first: Mondays at midnight in the zone, across changes of its clock. */
export function weekStarts(now: Date, count: number, timeZone: string): Date[] {
  const midnight = midnightIn(timeZone);
  const local = new Date(now.getTime() + offsetIn(timeZone)(now.getTime()));
  const sinceMonday = (local.getUTCDay() + 6) % 7;
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  return Array.from({ length: count }, (_, at) => {
    return midnight(year, month, day - sinceMonday - (count - 1 - at) * 7);
  });
}

/** An evaluation by its route, or an inquiry, in the order of the charts. */
export const overviewGroups = ["qualified", "review", "redirect", "inquiry"] as const satisfies (
  | LeadRoute
  | "inquiry"
)[];
export type OverviewGroup = (typeof overviewGroups)[number];

/** Assistants beyond these are counted together. */
export const shownAgentsMax = 3;
export const shownSourcesMax = 10;

/**
 * A non-zero count from the database. `week` is an index into the weeks; `agent` is 0 for the website, 1 to n for the
 * shown assistants, n + 1 for all others.
 */
export type WeekCount = { week: number; group: OverviewGroup; agent: number; count: number };

export type OverviewWeek = {
  start: Date;
  /** False for the current week. */
  isOver: boolean;
  total: number;
  groups: Record<OverviewGroup, number>;
  web: number;
  /** By shown assistant. */
  agents: number[];
  otherAgents: number;
};

/** Includes weeks without submissions; `agents` are the names of the shown assistants. */
export function toWeeks(starts: readonly Date[], agents: readonly string[], counts: readonly WeekCount[]) {
  const weeks = starts.map(
    (start, at): OverviewWeek => ({
      start,
      isOver: at < starts.length - 1,
      total: 0,
      groups: { qualified: 0, review: 0, redirect: 0, inquiry: 0 },
      web: 0,
      agents: agents.map(() => 0),
      otherAgents: 0,
    }),
  );
  for (const { week: at, group, agent, count } of counts) {
    const week = weeks[at];
    if (!week) continue;
    week.total += count;
    week.groups[group] += count;
    if (agent === 0) week.web += count;
    else if (agent > agents.length) week.otherAgents += count;
    else week.agents[agent - 1] = (week.agents[agent - 1] ?? 0) + count;
  }
  return weeks;
}

/** `told`: by the address or the referrer; `direct`: unknown. */
export type SourceKind = "told" | "agent" | "direct";
export type SourceCount = { kind: SourceKind; name: string; total: number; qualified: number };

export type Sources = {
  shown: SourceCount[];
  /** The sources that are not shown, together. */
  rest: { sources: number; total: number; qualified: number } | null;
};

/** Upper bounds in hours of the parts of the distribution; the last part has none. */
export const replyBounds: readonly number[] = [
  ...new Set([replyHours / 12, replyHours / 4, replyHours / 2, replyWarningHours, replyHours]),
].sort((a, b) => a - b);

/** Submissions of the period that were promised a reply, without spam: answered, waiting, or closed without a reply. */
export type Replies = {
  promised: number;
  answered: number;
  /** Answered within the promised time. */
  inTime: number;
  /** Answered or overdue: the whole of `inTime`. */
  due: number;
  waiting: number;
  /** Overdue among the waiting. */
  late: number;
  closed: number;
  /** In hours; null without any answered submission. */
  median: number | null;
  ninetieth: number | null;
  /** Answered submissions by `replyBounds`, with one part more. */
  distribution: number[];
};

export type Overview = {
  weeks: OverviewWeek[];
  /** In their most frequent spelling, the most frequent assistant first. */
  agents: string[];
  sources: Sources;
  replies: Replies;
  total: number;
  evaluations: number;
  qualified: number;
  /** Submissions of the week before up to the same point of the week. */
  sameTimeLastWeek: number;
};

/** From 0 to 1; null where `whole` is zero. */
export function toShare(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
