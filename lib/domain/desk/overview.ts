import { replyHours, replyWarningHours } from "../submissions/reply-hours.ts";
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

/** A lead by its route, or an inquiry, in the order of the charts. */
export const overviewGroups = ["qualified", "review", "redirect", "inquiry"] as const satisfies (
  | LeadRoute
  | "inquiry"
)[];
export type OverviewGroup = (typeof overviewGroups)[number];

/** So many assistants are told apart; the others are one. */
export const shownAgentsMax = 3;
export const shownSourcesMax = 10;

/**
 * What the database counts, groups of nothing left out. `week` is the place in the list of weeks; `agent` is 0 for the
 * website, else the place in the list of assistants, counted from one, and one more than their number for all others.
 */
export type WeekCount = { week: number; group: OverviewGroup; agent: number; count: number };

export type OverviewWeek = {
  start: Date;
  /** The last one is not. */
  isOver: boolean;
  total: number;
  groups: Record<OverviewGroup, number>;
  web: number;
  /** Of each assistant that is told apart, in their order. */
  agents: number[];
  otherAgents: number;
};

/** Every week, also one in which nobody wrote; `agents` are the names that are told apart. */
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

/** Whence submissions came: what the address or the referrer told, an assistant, or nothing that is known. */
export type SourceKind = "told" | "agent" | "direct";
export type SourceCount = { kind: SourceKind; name: string; total: number; qualified: number };

export type Sources = {
  shown: SourceCount[];
  /** All that are not shown, and how many sources they are; null where all are shown. */
  rest: { sources: number; total: number; qualified: number } | null;
};

/** Of the promised replies, by the hour they came in: each bound ends one part, the last has no end. */
export const replyBounds: readonly number[] = [
  ...new Set([replyHours / 12, replyHours / 4, replyHours / 2, replyWarningHours, replyHours]),
].sort((a, b) => a - b);

/** Who was promised a reply in the period, spam left out: each is answered, waits, or was closed without a reply. */
export type Replies = {
  promised: number;
  answered: number;
  /** Answered before the promise was broken. */
  inTime: number;
  /** Answered, or past its time: what `inTime` is a part of. */
  due: number;
  waiting: number;
  /** Of those who wait. */
  late: number;
  closed: number;
  /** In hours; null where nobody was answered. */
  median: number | null;
  ninetieth: number | null;
  /** Of the answered, by `replyBounds`: one more than the bounds. */
  distribution: number[];
};

export type Overview = {
  weeks: OverviewWeek[];
  /** As most of their submissions write them, the most frequent first. */
  agents: string[];
  sources: Sources;
  replies: Replies;
  total: number;
  evaluations: number;
  qualified: number;
  /** How many there were in the week before, by the same point of it; the whole of it is in `weeks`. */
  sameTimeLastWeek: number;
};

/** `part` of `whole` from 0 to 1; null where there is no whole. */
export function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
