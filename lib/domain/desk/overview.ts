import { foldForSearch } from "../fold-for-search.ts";
import type { LeadRoute } from "../submissions/schema.ts";
import type { Status } from "../submissions/status.ts";
import type { OverviewRange, RangePart } from "./overview-range.ts";

/** In the order of the charts. */
export const overviewGroups = ["qualified", "review", "redirect", "inquiry"] as const satisfies (
  | LeadRoute
  | "inquiry"
)[];
export type OverviewGroup = (typeof overviewGroups)[number];

/** The charts add up all other assistants. */
export const shownAgentsMax = 3;
/** Rows of the lists by name, which add up all others as well. */
export const listedNamesMax = 10;
/** Names kept of each day, most frequent first: many names in one day must not make its figures large. */
export const dayNamesMax = 100;

/** In hours by the clock; the last part of the distribution has no upper bound. */
export const replyBounds: readonly number[] = [4, 12, 24, 36, 48];
/** Times to a reply are kept as powers of this, in minutes plus one: within one percent. */
export const replyStep = 1.02;

/**
 * What is kept of a day. Repeats and spam are left out. An assistant is null for the website, and "" for those beyond the most
 * frequent of the day; `restSources` are those beyond the most frequent, and count once a day.
 */
export type DayFigures = {
  counts: [group: OverviewGroup, agent: string | null, status: Status, isConfirmed: boolean, count: number][];
  sources: [kind: SourceKind, name: string, total: number, qualified: number][];
  restSources: [sources: number, total: number, qualified: number];
  replies: DayReplies;
  lost: [reason: string, count: number][];
  answers: [question: number, score: number, count: number, qualified: number][];
  totals: Totals;
};

/** Submissions with a promised reply: answered, waiting, or closed without a reply. */
type DayReplies = {
  promised: number;
  answered: number;
  inTime: number;
  /** Answered or overdue; `inTime` is a part of it. */
  due: number;
  waiting: number;
  late: number;
  /** Answered submissions by `replyBounds`, and those beyond. */
  distribution: number[];
  times: [step: number, count: number][];
};

export type Totals = { total: number; evaluations: number; qualified: number; won: number; lost: number };

export type OverviewPart = RangePart & {
  total: number;
  groups: Record<OverviewGroup, number>;
  web: number;
  agents: number[];
  otherAgents: number;
};

/** `named`: by the address or referrer; `direct`: unknown. */
type SourceKind = "named" | "agent" | "direct";
export type Source = { kind: SourceKind; name: string };
export type SourceCount = Source & { total: number; qualified: number };
export type Sources = {
  shown: SourceCount[];
  rest: { sources: number; total: number; qualified: number } | null;
};

export type Replies = Omit<DayReplies, "times"> & {
  closed: number;
  /** In hours; null if none was answered. */
  median: number | null;
  ninetieth: number | null;
};

/** What an assistant brought; `confirmed` by the person. */
export type AgentSums = { sent: number; confirmed: number; qualified: number; won: number };
/** `key`: the name as lists compare it. */
export type AgentFigures = AgentSums & { name: string; key: string };
export type LostReason = { reason: string; count: number };
/** `shares` by score, in order; `qualifiedShares` of qualified evaluations. */
export type AnswerCount = { score: number; count: number; qualified: number };

export type Overview = {
  range: OverviewRange;
  parts: OverviewPart[];
  /** The most frequent, each in its most frequent spelling. */
  agents: string[];
  assistants: { shown: AgentFigures[]; rest: AgentSums | null };
  sources: Sources;
  replies: Replies;
  totals: Totals;
  /** Of the range before. */
  before: Totals;
  lost: { shown: LostReason[]; rest: number };
  /** By question, in order. */
  answers: AnswerCount[][];
  /** Whether a day had more than `dayNamesMax` names. Its rarest count as others, even if another day lists them by name. */
  isCut: { agents: boolean; sources: boolean; reasons: boolean };
};

/** From 0 to 1; null where `whole` is zero. */
export function toShare(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** For the inbox's filter and SQL's `submission_source`: "direct", "named:google.com", "agent:Claude". */
export function toSourceKey({ kind, name }: Source): string {
  return kind === "direct" ? kind : `${kind}:${name}`;
}

export function parseSourceKey(key: string): Source {
  const [, kind, name = ""] = /^(named|agent):(.*)$/s.exec(key) ?? [];
  return { kind: kind === "named" || kind === "agent" ? kind : "direct", name };
}

/** So many of the inbox's filters fit into an address. */
const reasonCharacters = 100;

/** The beginning without accents, case and marks: "Sin presupuesto." is "sin presupuesto". */
export function foldReason(reason: string): string {
  const words = foldForSearch(reason)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return [...words].slice(0, reasonCharacters).join("").trim();
}
