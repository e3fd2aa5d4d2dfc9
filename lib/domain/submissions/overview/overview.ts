import { fold } from "../../fold.ts";
import type { LeadRoute } from "../core/schema.ts";
import type { OverviewRange, RangePart } from "./overview-range.ts";

/** In the order of the charts. */
export const overviewGroups = ["qualified", "review", "redirect", "inquiry"] as const satisfies (
  | LeadRoute
  | "inquiry"
)[];
export type OverviewGroup = (typeof overviewGroups)[number];

/** The charts add up the others. */
export const shownAgentsMax = 3;
/** The lists add up the others. */
export const listedNamesMax = 10;

export type Totals = { total: number; evaluations: number; qualified: number; won: number; lost: number };

export type OverviewPart = RangePart & {
  total: number;
  groups: Record<OverviewGroup, number>;
  web: number;
  agents: number[];
  otherAgents: number;
};

/** `named` has a name from the URL or the referrer; `direct` is unknown. */
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
  /** Answered or overdue; includes `inTime`. */
  due: number;
  waiting: number;
  late: number;
  closed: number;
  /** One count per bound of `replyBounds`, and one for longer times. */
  distribution: number[];
  /** In hours; null if no submission was answered. */
  median: number | null;
  ninetieth: number | null;
};

/** `confirmed` counts those that the person confirmed. */
export type AgentSums = { sent: number; confirmed: number; qualified: number; won: number };
/** `key` is the normalized name, which filters compare. */
export type AgentFigures = AgentSums & { name: string; key: string };
export type LostReason = { reason: string; count: number };
export type AnswerCount = { score: number; count: number; qualified: number };

/** Without repeats and spam. */
export type Overview = {
  range: OverviewRange;
  parts: OverviewPart[];
  /** The most frequent assistants, each in its most frequent spelling. */
  agents: string[];
  assistants: { shown: AgentFigures[]; rest: AgentSums | null };
  sources: Sources;
  replies: Replies;
  totals: Totals;
  /** Totals of the previous range. */
  before: Totals;
  lost: { shown: LostReason[]; rest: number };
  /** In question order. */
  answers: AnswerCount[][];
};

export function toShare(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** As in the inbox's filter and SQL's `submission_source`: "direct", "named:google.com", "agent:Claude". */
export function toSourceKey({ kind, name }: Source): string {
  return kind === "direct" ? kind : `${kind}:${name}`;
}

export function parseSourceKey(key: string): Source {
  const [, kind, name = ""] = /^(named|agent):(.*)$/s.exec(key) ?? [];
  return { kind: kind === "named" || kind === "agent" ? kind : "direct", name };
}

/** The inbox's filters must fit into a URL. */
const reasonCharactersMax = 100;

/** "Sin presupuesto." becomes "sin presupuesto". */
export function foldReason(reason: string): string {
  const words = fold(reason)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return [...words].slice(0, reasonCharactersMax).join("").trim();
}
