import { dayMilliseconds } from "../../durations.ts";
import { isoDay } from "../../schema-kit.ts";
import { fold } from "../../spelling.ts";
import { createWallTimeConverter, toDay } from "../../time-zone.ts";
import type { LeadRoute } from "../core/schema.ts";
import { answerChoices, toSearchParams } from "../inbox/inbox-query.ts";

/** Numbers of weeks that an overview may cover. The first is the default. */
export const overviewSpans = [12, 4, 26, 52] as const;
export type OverviewSpan = (typeof overviewSpans)[number];

/** Range of an overview: the last weeks including the current one, or from one day to another, both included. */
export type OverviewQuery = { weeks: OverviewSpan } | { from: string; to?: string | undefined };

export const rangeDaysMax = 1100;
const Day = isoDay();

/** Uses the default for malformed values. Days in the wrong order are swapped. */
export function parseOverviewQuery(params: Record<string, string | string[] | undefined>): OverviewQuery {
  const read = (name: string) => [params[name]].flat()[0];
  const from = Day.safeParse(read("from")).data;
  const to = Day.safeParse(read("to")).data;
  if (from) return to && to < from ? { from: to, to: from } : { from, to };
  const weeks = read("weeks");
  return { weeks: overviewSpans.find((span) => String(span) === weeks) ?? overviewSpans[0] };
}

/** A day in the desk's time zone. `end` is the start of the next day, or earlier if only part of the day is counted. */
export type DeskDay = { day: string; start: Date; end: Date; isPart?: boolean };
/** A part of the range: a day, a week from Monday on or a month, cut to the range. */
export type RangePart = { from: string; to: string; start: Date; isOver: boolean };
export type RangeUnit = "day" | "week" | "month";

export type OverviewRange = ReturnType<typeof toRange>;

/** Calculates the days of a range, which ends today at the latest. */
export function toRange(query: OverviewQuery, now: Date, timeZone: string) {
  const today = toDay(now, timeZone);
  const isSpan = "weeks" in query;
  const last = isSpan || !query.to || query.to > today ? today : query.to;
  const asked = isSpan ? addDays(toMonday(today), -7 * (query.weeks - 1)) : query.from;
  const count = Math.min(Math.max(countDays(asked, last), 1), rangeDaysMax);
  const first = addDays(last, 1 - count);
  const shift = isSpan ? query.weeks * 7 : count;
  const days = listDays(first, count, timeZone);
  const before = listDays(addDays(first, -shift), count, timeZone);
  const unit = isSpan && query.weeks <= weeksMax ? "week" : chooseUnit(count);
  return {
    /** Number of weeks. Null if the operator chose days. */
    weeks: isSpan ? query.weeks : null,
    days: cutDaysAt(days, now),
    /** Previous range of the same length. If the range has not ended, the previous one ends at the same time of day. */
    before: last === today ? cutDaysAt(before, findSameTimeBefore(now, days, before)) : before,
    unit,
    parts: toParts(days, unit, now),
  };
}

/** Returns the time of day of `now` on the last day of the previous range, even if clocks changed in between. */
function findSameTimeBefore(now: Date, days: DeskDay[], before: DeskDay[]): Date {
  const [start = now, startBefore = now] = [days.at(-1)?.start, before.at(-1)?.start];
  return new Date(startBefore.getTime() + now.getTime() - start.getTime());
}

const weeksMax = 26;
const singleDaysMax = 14;

function chooseUnit(days: number): RangeUnit {
  if (days <= singleDaysMax) return "day";
  return days <= weeksMax * 7 ? "week" : "month";
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMilliseconds).toISOString().slice(0, 10);
}

function countDays(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMilliseconds) + 1;
}

function toMonday(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function listDays(first: string, count: number, timeZone: string): DeskDay[] {
  const midnight = createWallTimeConverter(timeZone);
  const [year = 0, month = 1, date = 1] = first.split("-").map(Number);
  const starts = Array.from({ length: count + 1 }, (_, at) => midnight(year, month - 1, date + at));
  return starts.slice(0, -1).map((start, at) => ({ day: addDays(first, at), start, end: starts[at + 1] ?? start }));
}

/** Cuts days at `now`, so that submissions at exactly `now` are still included. */
function cutDaysAt(days: DeskDay[], now: Date): DeskDay[] {
  const last = new Date(now.getTime() + 1);
  return days.map((day) => (day.end > last ? { ...day, end: day.start > last ? day.start : last, isPart: true } : day));
}

function toParts(days: DeskDay[], unit: RangeUnit, now: Date): RangePart[] {
  const keys = { day: (day: string) => day, week: toMonday, month: (day: string) => day.slice(0, 7) };
  const groups = Map.groupBy(days, ({ day }) => keys[unit](day));
  return [...groups.values()].flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) return [];
    return [{ from: first.day, to: last.day, start: first.start, isOver: last.end <= now }];
  });
}

/** Groups of submissions, in the order of the charts. */
export const overviewGroups = ["qualified", "review", "redirect", "inquiry"] as const satisfies (
  | LeadRoute
  | "inquiry"
)[];
export type OverviewGroup = (typeof overviewGroups)[number];

/** Maximum number of assistants that charts show one by one. Charts add up the others. */
export const shownAgentsMax = 3;
/** Maximum number of names in a list. Lists add up the others. */
export const listedNamesMax = 10;

export type Totals = { total: number; evaluations: number; qualified: number; won: number; lost: number };

export type OverviewPart = RangePart & {
  total: number;
  groups: Record<OverviewGroup, number>;
  web: number;
  agents: number[];
  otherAgents: number;
  /** Submissions from each channel that are qualified, open and without a booking. */
  unbooked: { web: number; agents: number };
};

/** `named`: the URL or the referrer names the source. `agent`: an assistant. `direct`: the source is unknown. */
type SourceKind = "named" | "agent" | "direct";
export type Source = { kind: SourceKind; name: string };
export type SourceCount = Source & { total: number; qualified: number };
export type Sources = {
  shown: SourceCount[];
  rest: { sources: number; total: number; qualified: number } | null;
};

/** Counts of submissions with a promised reply: answered, waiting, or closed without a reply. */
export type Replies = {
  promised: number;
  answered: number;
  inTime: number;
  /** Submissions that were answered or are overdue. Includes those counted in `inTime`. */
  due: number;
  waiting: number;
  late: number;
  closed: number;
  /** Number of replies in each range of `replyBounds`, and of longer times at the end. */
  distribution: number[];
  /** Median reply time in hours. Null if no submission was answered. */
  median: number | null;
  ninetieth: number | null;
};

/** Counts of submissions sent by assistants. `confirmed` counts those whose consent the person confirmed. */
export type AgentSums = { sent: number; confirmed: number; qualified: number; won: number };
/** Counts for one assistant. `key` is the normalized name, which filters compare. */
export type AgentFigures = AgentSums & { name: string; key: string };
export type LostReason = { reason: string; count: number };
export type AnswerCount = { score: number; count: number; qualified: number };

/** The figures of the overview, without repeats and spam. */
export type Overview = {
  range: OverviewRange;
  parts: OverviewPart[];
  agents: string[];
  assistants: { shown: AgentFigures[]; rest: AgentSums | null };
  sources: Sources;
  replies: Replies;
  totals: Totals;
  before: Totals;
  lost: { shown: LostReason[]; rest: number };
  /** Counts of answers, in question order. */
  answers: AnswerCount[][];
};

export function toShare(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** Returns a key such as "direct", "named:google.com" or "agent:Claude", like the SQL function `submission_source`. */
export function toSourceKey({ kind, name }: Source): string {
  return kind === "direct" ? kind : `${kind}:${name}`;
}

export function parseSourceKey(key: string): Source {
  const [, kind, name = ""] = /^(named|agent):(.*)$/s.exec(key) ?? [];
  return { kind: kind === "named" || kind === "agent" ? kind : "direct", name };
}

/** Maximum length of a reason, because the inbox's filters must fit into a URL. */
const reasonCharactersMax = 100;

/** Makes reasons comparable: "Sin presupuesto." becomes "sin presupuesto". */
export function foldReason(reason: string): string {
  const words = fold(reason)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return [...words].slice(0, reasonCharactersMax).join("").trim();
}

export type Filters = Record<string, string | string[]>;

/** Not validated, because the inbox does that, and validating 300 links would take a tenth of the overview's time. */
export function getInboxPath(filters: Filters): string {
  const query = toSearchParams(filters);
  return query.size ? `/admin/inbox?${query}` : "/admin/inbox";
}

/** Returns the inbox path for a count of the overview, which includes snoozed submissions. */
export function getCountedPath(days: Filters, filters: Filters): string {
  return getInboxPath({ ...days, snoozed: "all", ...filters });
}

/** If the last day is counted only in part, excludes later submissions, unless `isOpen`. */
export function toDaysFilters(days: readonly DeskDay[], { isOpen = false } = {}): Filters {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return {};
  return { from: first.day, to: last.day, ...(last.isPart && !isOpen ? { until: last.end.toISOString() } : {}) };
}

/** Maximum length of a link, because proxies refuse request lines over 8 KiB. */
export const linkCharactersMax = 8_000;

/** Includes snoozed submissions: operators postponed them, but the person still waits. */
export const waitingNow: Filters = { reply: "waiting", snoozed: "all", sort: "due" };
export const lateNow: Filters = { due: "late", snoozed: "all", sort: "due" };

export function toOtherReasonsFilters(shown: LostReason[]): Filters {
  return { status: "lost", reasonNot: shown.map(({ reason }) => foldReason(reason) || reason) };
}

export function toAnswerFilters(question: number, score: number): Filters {
  return { answer: answerChoices[question * 3 + score] ?? [] };
}
