import { fold } from "../../spelling.ts";
import type { LeadRoute } from "../core/schema.ts";
import { answerChoices, toSearchParams } from "../inbox/inbox-query.ts";
import type { DeskDay, OverviewRange, RangePart } from "./overview-range.ts";

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
  /** Qualified, open and without a booking, by channel. */
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
  /** Answered or overdue. Includes the submissions counted in `inTime`. */
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

export function toAgentFilters(agent: string): Filters {
  return { channel: "ai_agent", agent };
}

export function toOtherAgentsFilters(agents: string[]): Filters {
  return { channel: "ai_agent", agentNot: agents };
}

export function toOtherReasonsFilters(shown: LostReason[]): Filters {
  return { status: "lost", reasonNot: shown.map(({ reason }) => foldReason(reason) || reason) };
}

export function toAnswerFilters(question: number, score: number): Filters {
  return { answer: answerChoices[question * 3 + score] ?? [] };
}
