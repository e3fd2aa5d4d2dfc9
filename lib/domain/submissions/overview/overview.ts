import { fold } from "../../fold.ts";
import type { LeadRoute } from "../core/schema.ts";
import type { OverviewRange, RangePart } from "./overview-range.ts";

/** In the order of the charts. */
export const overviewGroups = ["qualified", "review", "redirect", "inquiry"] as const satisfies (
  | LeadRoute
  | "inquiry"
)[];
export type OverviewGroup = (typeof overviewGroups)[number];

/** The charts add up all other assistants. */
export const shownAgentsMax = 3;
/** Rows of the lists by name, which also add up all others. */
export const listedNamesMax = 10;

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

/** Submissions with a promised reply: answered, waiting, or closed without a reply. */
export type Replies = {
  promised: number;
  answered: number;
  inTime: number;
  /** Answered or overdue; `inTime` is a part of it. */
  due: number;
  waiting: number;
  late: number;
  closed: number;
  /** Answered submissions by `replyBounds`, and those beyond. */
  distribution: number[];
  /** In hours; null if none was answered. */
  median: number | null;
  ninetieth: number | null;
};

/** Submissions through an assistant; `confirmed` by the person. */
export type AgentSums = { sent: number; confirmed: number; qualified: number; won: number };
/** `key`: the name in the form that lists compare. */
export type AgentFigures = AgentSums & { name: string; key: string };
export type LostReason = { reason: string; count: number };
/** `qualified`: number of qualified evaluations. */
export type AnswerCount = { score: number; count: number; qualified: number };

/** Excludes repeats and spam. */
export type Overview = {
  range: OverviewRange;
  parts: OverviewPart[];
  /** The most frequent, each in its most frequent spelling. */
  agents: string[];
  assistants: { shown: AgentFigures[]; rest: AgentSums | null };
  sources: Sources;
  replies: Replies;
  totals: Totals;
  /** Totals of the previous range. */
  before: Totals;
  lost: { shown: LostReason[]; rest: number };
  /** By question, in order. */
  answers: AnswerCount[][];
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

/** Short enough for the inbox's filters to fit into a URL. */
const reasonCharacters = 100;

/** The beginning without accents, case and punctuation: "Sin presupuesto." is "sin presupuesto". */
export function foldReason(reason: string): string {
  const words = fold(reason)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return [...words].slice(0, reasonCharacters).join("").trim();
}
