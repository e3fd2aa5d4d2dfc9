import { dayMilliseconds } from "../durations.ts";
import type { LeadRoute } from "../submissions/schema.ts";
import { offsetIn, wallTimeIn } from "../time-zone.ts";

/** In weeks; the first is the default. */
export const overviewSpans = [12, 4, 26, 52] as const;
export type OverviewSpan = (typeof overviewSpans)[number];

export function parseSpan(value: string | string[] | undefined): OverviewSpan {
  const [first] = [value].flat();
  return overviewSpans.find((span) => String(span) === first) ?? overviewSpans[0];
}

export const weekMilliseconds = 7 * dayMilliseconds;

/** Mondays at midnight in the zone, oldest first, also across daylight saving. */
export function listWeekStarts(now: Date, count: number, timeZone: string): Date[] {
  const midnight = wallTimeIn(timeZone);
  const local = new Date(now.getTime() + offsetIn(timeZone)(now.getTime()));
  const sinceMonday = (local.getUTCDay() + 6) % 7;
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  return Array.from({ length: count }, (_, at) => {
    return midnight(year, month, day - sinceMonday - (count - 1 - at) * 7);
  });
}

/** In the order of the charts. */
export const overviewGroups = ["qualified", "review", "redirect", "inquiry"] as const satisfies (
  | LeadRoute
  | "inquiry"
)[];
export type OverviewGroup = (typeof overviewGroups)[number];

/** The charts add up all other assistants. */
export const shownAgentsMax = 3;
export const shownSourcesMax = 10;

/**
 * A non-zero count from the database. `week` is an index into the weeks; `agent` is 0 for the website, 1 to n for the
 * shown assistants, n + 1 for all others.
 */
export type WeekCount = { week: number; group: OverviewGroup; agent: number; count: number };

export type OverviewWeek = {
  start: Date;
  /** False in the current week. */
  isOver: boolean;
  total: number;
  groups: Record<OverviewGroup, number>;
  web: number;
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

/** `named`: by the address or referrer; `direct`: unknown. */
type SourceKind = "named" | "agent" | "direct";
export type SourceCount = { kind: SourceKind; name: string; total: number; qualified: number };

export type Sources = {
  shown: SourceCount[];
  rest: { sources: number; total: number; qualified: number } | null;
};

/** In hours by the clock; the last part of the distribution has no upper bound. */
export const replyBounds: readonly number[] = [4, 12, 24, 36, 48];

/** Submissions with a promised reply, without spam: answered, waiting, or closed without a reply. */
export type Replies = {
  promised: number;
  answered: number;
  inTime: number;
  /** Answered or overdue; `inTime` is a part of it. */
  due: number;
  waiting: number;
  late: number;
  closed: number;
  /** In hours; null if none was answered. */
  median: number | null;
  ninetieth: number | null;
  /** Answered submissions by `replyBounds`, and those beyond. */
  distribution: number[];
};

export type Overview = {
  weeks: OverviewWeek[];
  /** Most frequent first, each in its most frequent spelling. */
  agents: string[];
  sources: Sources;
  replies: Replies;
  total: number;
  evaluations: number;
  qualified: number;
  /** Submissions of the previous week up to the same weekday and time. */
  sameTimeLastWeek: number;
};

/** From 0 to 1; null where `whole` is zero. */
export function toShare(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
