import { compareTexts } from "../compare-texts.ts";
import { questionKeys } from "../submissions/question-keys.ts";
import {
  type AgentFigures,
  type AgentSums,
  type AnswerCount,
  type DayFigures,
  foldReason,
  type LostReason,
  listedNamesMax,
  type Overview,
  type OverviewPart,
  type Replies,
  replyBounds,
  replyStep,
  type SourceCount,
  type Sources,
  shownAgentsMax,
  type Totals,
  toSourceKey,
} from "./overview.ts";
import type { OverviewRange } from "./overview-range.ts";

/** A name in lower case, as lists compare it. */
export type Fold = (name: string) => string;

type AgentCounts = AgentSums & { byPart: number[] };

/**
 * Adds up days, by names as they are spelt. Days can be added while others are still read; `toOverview` then compares the
 * names.
 */
export class OverviewSums {
  readonly #range: OverviewRange;
  readonly #parts: OverviewPart[];
  /** "" has those that a day does not name. */
  readonly #agents = new Map<string, AgentCounts>();
  readonly #sources = new Map<string, SourceCount>();
  readonly #restSources = { sources: 0, total: 0, qualified: 0 };
  readonly #lost = new Map<string, number>();
  readonly #answers = questionKeys.map(() => new Map<number, AnswerCount>());
  readonly #replies: DayFigures["replies"][] = [];
  readonly #totals: Totals[] = [];
  readonly #isCut = { agents: false, sources: false, reasons: false };

  constructor(range: OverviewRange) {
    this.#range = range;
    this.#parts = range.parts.map((part) => ({
      ...part,
      total: 0,
      groups: { qualified: 0, review: 0, redirect: 0, inquiry: 0 },
      web: 0,
      agents: [],
      otherAgents: 0,
    }));
  }

  /** `day` as the range names it. */
  add(day: string, figures: DayFigures): void {
    const at = this.#parts.findIndex(({ from, to }) => from <= day && day <= to);
    this.#addCounts(at, figures.counts);
    for (const source of figures.sources) this.#addSource(source);
    const [sources, total, qualified] = figures.restSources;
    addRest(this.#restSources, { sources, total, qualified });
    for (const [reason, count] of figures.lost) this.#lost.set(reason, (this.#lost.get(reason) ?? 0) + count);
    for (const [question, score, count, qualifiedCount] of figures.answers) {
      const scores = this.#answers[question];
      const found = scores?.get(score) ?? { score, count: 0, qualified: 0 };
      found.count += count;
      found.qualified += qualifiedCount;
      scores?.set(score, found);
    }
    this.#replies.push(figures.replies);
    this.#totals.push(figures.totals);
    if (sources > 0) this.#isCut.sources = true;
    const named = figures.lost.reduce((sum, [, count]) => sum + count, 0);
    if (named < figures.totals.lost) this.#isCut.reasons = true;
  }

  /** Of assistants and sources, as they are spelt. */
  listNames(): string[] {
    return [...new Set([...this.#agents.keys(), ...[...this.#sources.values()].map(({ name }) => name)])];
  }

  /** Names are compared by `fold` and shown in their most frequent spelling. */
  toOverview({ before, fold }: { before: Totals[]; fold: Fold }): Overview {
    const agents = listAgents(this.#agents, fold);
    const named = agents.slice(0, shownAgentsMax);
    const unnamed = this.#agents.get("") ?? noSums();
    const rest = [unnamed, ...agents.slice(listedNamesMax)].reduce(addSums, noSums());
    const totals = sumTotals(this.#totals);
    return {
      range: this.#range,
      parts: this.#parts.map((part, at) => {
        const counts = named.map(({ byPart }) => byPart[at] ?? 0);
        return {
          ...part,
          agents: counts,
          otherAgents: counts.reduce((others, count) => others - count, part.total - part.web),
        };
      }),
      agents: named.map(({ name }) => name),
      assistants: {
        shown: agents.slice(0, listedNamesMax).map(({ byPart: _, ...agent }) => agent),
        rest: rest.sent ? rest : null,
      },
      sources: mergeSources(this.#sources, this.#restSources, fold),
      replies: mergeReplies(this.#replies),
      totals,
      before: sumTotals(before),
      lost: mergeLost(this.#lost, totals.lost),
      answers: this.#answers.map((scores) => [...scores.values()].sort((a, b) => a.score - b.score)),
      isCut: this.#isCut,
    };
  }

  #addCounts(at: number, counts: DayFigures["counts"]): void {
    const part = this.#parts[at];
    for (const [group, agent, status, isConfirmed, count] of counts) {
      if (part) {
        part.total += count;
        part.groups[group] += count;
        if (agent === null) part.web += count;
      }
      if (agent === null) continue;
      const sums = this.#agents.get(agent) ?? { ...noSums(), byPart: [] };
      this.#agents.set(agent, sums);
      sums.sent += count;
      if (isConfirmed) sums.confirmed += count;
      if (group === "qualified") sums.qualified += count;
      if (status === "won") sums.won += count;
      sums.byPart[at] = (sums.byPart[at] ?? 0) + count;
      if (agent === "") this.#isCut.agents = true;
    }
  }

  #addSource([kind, name, total, qualified]: DayFigures["sources"][number]): void {
    const key = toSourceKey({ kind, name });
    const sums = this.#sources.get(key) ?? { kind, name, total: 0, qualified: 0 };
    this.#sources.set(key, sums);
    sums.total += total;
    sums.qualified += qualified;
  }
}

function sumTotals(all: Totals[]): Totals {
  const sum = (name: keyof Totals) => all.reduce((total, each) => total + each[name], 0);
  return {
    total: sum("total"),
    evaluations: sum("evaluations"),
    qualified: sum("qualified"),
    won: sum("won"),
    lost: sum("lost"),
  };
}

type Spelled<Sums> = { spellings: Map<string, number>; sums: Sums };

/** The most frequent spelling; of equally frequent ones the first. */
function toName(spellings: Map<string, number>): string {
  const [first] = [...spellings].sort(([a, some], [b, more]) => more - some || compareTexts(a, b));
  return first?.[0] ?? "";
}

/** @returns the sums of all spellings of the name */
function addSpelling<Sums>(
  map: Map<string, Spelled<Sums>>,
  key: string,
  name: string,
  count: number,
  none: () => Sums,
): Sums {
  const known = map.get(key);
  const found = known ?? { spellings: new Map<string, number>(), sums: none() };
  if (!known) map.set(key, found);
  found.spellings.set(name, (found.spellings.get(name) ?? 0) + count);
  return found.sums;
}

const noSums = (): AgentSums => ({ sent: 0, confirmed: 0, qualified: 0, won: 0 });

/** Most frequent first. */
function listAgents(all: Map<string, AgentCounts>, fold: Fold): (AgentFigures & AgentCounts)[] {
  const agents = new Map<string, Spelled<AgentCounts>>();
  for (const [name, { byPart, ...counts }] of all) {
    if (name === "") continue;
    const sums = addSpelling(agents, fold(name), name, counts.sent, () => ({ ...noSums(), byPart: [] }));
    Object.assign(sums, addSums(sums, counts));
    byPart.forEach((count, at) => {
      sums.byPart[at] = (sums.byPart[at] ?? 0) + count;
    });
  }
  return [...agents]
    .sort(([a, { sums: some }], [b, { sums: more }]) => more.sent - some.sent || compareTexts(a, b))
    .map(([key, { spellings, sums }]) => ({ name: toName(spellings), key, ...sums }));
}

function addSums(a: AgentSums, b: AgentSums): AgentSums {
  return {
    sent: a.sent + b.sent,
    confirmed: a.confirmed + b.confirmed,
    qualified: a.qualified + b.qualified,
    won: a.won + b.won,
  };
}

type RestSources = NonNullable<Sources["rest"]>;

function addRest(rest: RestSources, { sources, total, qualified }: RestSources): void {
  rest.sources += sources;
  rest.total += total;
  rest.qualified += qualified;
}

/** `unnamed`: those that a day does not name. */
function mergeSources(all: Map<string, SourceCount>, unnamed: RestSources, fold: Fold): Sources {
  const merged = new Map<string, Spelled<Omit<SourceCount, "name">>>();
  for (const { kind, name, total, qualified } of all.values()) {
    const sums = addSpelling(merged, toSourceKey({ kind, name: fold(name) }), name, total, () => ({
      kind,
      total: 0,
      qualified: 0,
    }));
    sums.total += total;
    sums.qualified += qualified;
  }
  const sources = [...merged]
    .sort(([a, { sums: some }], [b, { sums: more }]) => more.total - some.total || compareTexts(a, b))
    .map(([, { spellings, sums }]) => ({ ...sums, name: toName(spellings) }));
  const rest = { ...unnamed };
  for (const { total, qualified } of sources.slice(listedNamesMax)) addRest(rest, { sources: 1, total, qualified });
  return { shown: sources.slice(0, listedNamesMax), rest: rest.sources ? rest : null };
}

function mergeReplies(all: DayFigures["replies"][]): Replies {
  const sum = (name: "promised" | "answered" | "inTime" | "due" | "waiting" | "late") =>
    all.reduce((total, each) => total + each[name], 0);
  const [promised, answered, waiting] = [sum("promised"), sum("answered"), sum("waiting")];
  const steps = new Map<number, number>();
  for (const [step, count] of all.flatMap(({ times }) => times)) steps.set(step, (steps.get(step) ?? 0) + count);
  const times = [...steps].sort(([a], [b]) => a - b);
  return {
    promised,
    answered,
    inTime: sum("inTime"),
    due: sum("due"),
    waiting,
    late: sum("late"),
    closed: promised - answered - waiting,
    distribution: Array.from({ length: replyBounds.length + 1 }, (_, at) =>
      all.reduce((total, { distribution }) => total + (distribution[at] ?? 0), 0),
    ),
    median: findTime(times, answered * 0.5),
    ninetieth: findTime(times, answered * 0.9),
  };
}

/** In hours: the time within which at least `count` were answered. */
function findTime(times: [step: number, count: number][], count: number): number | null {
  let sum = 0;
  for (const [step, each] of times) {
    sum += each;
    if (sum >= count) return (replyStep ** (step + 0.5) - 1) / 60;
  }
  return null;
}

/** The rest includes reasons that a day does not name. */
function mergeLost(counts: Map<string, number>, total: number): { shown: LostReason[]; rest: number } {
  const merged = new Map<string, Spelled<{ count: number }>>();
  for (const [reason, count] of counts) {
    addSpelling(merged, foldReason(reason), reason, count, () => ({ count: 0 })).count += count;
  }
  const reasons = [...merged]
    .sort(([a, { sums: some }], [b, { sums: more }]) => more.count - some.count || compareTexts(a, b))
    .map(([, { spellings, sums }]) => ({ reason: toName(spellings), ...sums }));
  const shown = reasons.slice(0, listedNamesMax);
  return { shown, rest: total - shown.reduce((sum, { count }) => sum + count, 0) };
}
