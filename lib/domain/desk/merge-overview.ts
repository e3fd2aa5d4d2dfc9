import { compareTexts } from "../compare-texts.ts";
import { questionKeys } from "../submissions/question-keys.ts";
import {
  type AgentFigures,
  type AgentSums,
  type AnswerCount,
  type DayFigures,
  foldReason,
  type LostReason,
  listedAgentsMax,
  type Overview,
  type OverviewPart,
  type Replies,
  replyBounds,
  replyStep,
  type SourceCount,
  type Sources,
  shownAgentsMax,
  shownReasonsMax,
  shownSourcesMax,
  type Totals,
  toSourceKey,
} from "./overview.ts";
import type { OverviewRange } from "./overview-range.ts";

export type DayOfFigures = { day: string; figures: DayFigures };

/** A name in lower case, as lists compare it. */
export type Fold = (name: string) => string;

/** The names of assistants and sources. */
export function listNames(days: DayFigures[]): string[] {
  const agents = days.flatMap(({ counts }) => counts.flatMap(([, agent]) => agent || []));
  return [...new Set([...agents, ...days.flatMap(({ sources }) => sources.map(([, name]) => name))])];
}

/** Adds up days. Names are compared by `fold` and shown in their most frequent spelling. */
export function mergeOverview(
  range: OverviewRange,
  days: DayOfFigures[],
  { before, fold }: { before: Totals[]; fold: Fold },
): Overview {
  const figures = days.map((day) => day.figures);
  const assistants = mergeAgents(figures, fold);
  const named = assistants.shown.slice(0, shownAgentsMax);
  const totals = sumTotals(figures.map((day) => day.totals));
  return {
    range,
    parts: toOverviewParts(
      range,
      days,
      named.map(({ key }) => key),
      fold,
    ),
    agents: named.map(({ name }) => name),
    assistants,
    sources: mergeSources(figures, fold),
    replies: mergeReplies(figures),
    totals,
    before: sumTotals(before),
    lost: mergeLost(figures, totals.lost),
    answers: mergeAnswers(figures),
    isCut: {
      agents: figures.some(({ counts }) => counts.some(([, agent]) => agent === "")),
      sources: figures.some(({ restSources: [count] }) => count > 0),
      reasons: figures.some((day) => day.lost.reduce((sum, [, count]) => sum + count, 0) < day.totals.lost),
    },
  };
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

function toOverviewParts(range: OverviewRange, days: DayOfFigures[], agents: string[], fold: Fold): OverviewPart[] {
  const places = new Map(agents.map((agent, at) => [agent, at]));
  const parts = range.parts.map(
    (part): OverviewPart => ({
      ...part,
      total: 0,
      groups: { qualified: 0, review: 0, redirect: 0, inquiry: 0 },
      web: 0,
      agents: agents.map(() => 0),
      otherAgents: 0,
    }),
  );
  for (const { day, figures } of days) {
    const part = parts.find(({ from, to }) => from <= day && day <= to);
    if (!part) continue;
    for (const [group, agent, , , count] of figures.counts) {
      part.total += count;
      part.groups[group] += count;
      const place = agent ? places.get(fold(agent)) : undefined;
      if (agent === null) part.web += count;
      else if (place === undefined) part.otherAgents += count;
      else part.agents[place] = (part.agents[place] ?? 0) + count;
    }
  }
  return parts;
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

/** Most frequent first; the rest with those that a day does not name. */
function mergeAgents(days: DayFigures[], fold: Fold): Overview["assistants"] {
  const agents = new Map<string, Spelled<AgentSums>>();
  const unnamed = noSums();
  for (const [group, agent, status, isConfirmed, count] of days.flatMap(({ counts }) => counts)) {
    if (agent === null) continue;
    const sums = agent === "" ? unnamed : addSpelling(agents, fold(agent), agent, count, noSums);
    sums.sent += count;
    if (isConfirmed) sums.confirmed += count;
    if (group === "qualified") sums.qualified += count;
    if (status === "won") sums.won += count;
  }
  const all = [...agents]
    .sort(([a, { sums: some }], [b, { sums: more }]) => more.sent - some.sent || compareTexts(a, b))
    .map(([key, { spellings, sums }]): AgentFigures => ({ name: toName(spellings), key, ...sums }));
  const rest = [unnamed, ...all.slice(listedAgentsMax)].reduce(addSums, noSums());
  return { shown: all.slice(0, listedAgentsMax), rest: rest.sent ? rest : null };
}

function addSums(a: AgentSums, b: AgentSums): AgentSums {
  return {
    sent: a.sent + b.sent,
    confirmed: a.confirmed + b.confirmed,
    qualified: a.qualified + b.qualified,
    won: a.won + b.won,
  };
}

function mergeSources(days: DayFigures[], fold: Fold): Sources {
  const merged = new Map<string, Spelled<Omit<SourceCount, "name">>>();
  for (const [kind, name, total, qualified] of days.flatMap(({ sources }) => sources)) {
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
  const rest = { sources: 0, total: 0, qualified: 0 };
  const others = sources.slice(shownSourcesMax).map(({ total, qualified }) => [1, total, qualified] as const);
  for (const [count, total, qualified] of [...others, ...days.map(({ restSources }) => restSources)]) {
    rest.sources += count;
    rest.total += total;
    rest.qualified += qualified;
  }
  return { shown: sources.slice(0, shownSourcesMax), rest: rest.sources ? rest : null };
}

function mergeReplies(days: DayFigures[]): Replies {
  const all = days.map(({ replies }) => replies);
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
function mergeLost(days: DayFigures[], total: number): { shown: LostReason[]; rest: number } {
  const counts = new Map<string, number>();
  for (const [reason, count] of days.flatMap(({ lost }) => lost)) counts.set(reason, (counts.get(reason) ?? 0) + count);
  const merged = new Map<string, Spelled<{ count: number }>>();
  for (const [reason, count] of counts) {
    addSpelling(merged, foldReason(reason), reason, count, () => ({ count: 0 })).count += count;
  }
  const reasons = [...merged]
    .sort(([a, { sums: some }], [b, { sums: more }]) => more.count - some.count || compareTexts(a, b))
    .map(([, { spellings, sums }]) => ({ reason: toName(spellings), ...sums }));
  const shown = reasons.slice(0, shownReasonsMax);
  return { shown, rest: total - shown.reduce((sum, { count }) => sum + count, 0) };
}

function mergeAnswers(days: DayFigures[]): AnswerCount[][] {
  const questions = questionKeys.map(() => new Map<number, AnswerCount>());
  for (const [question, score, count, qualified] of days.flatMap(({ answers }) => answers)) {
    const found = questions[question]?.get(score) ?? { score, count: 0, qualified: 0 };
    found.count += count;
    found.qualified += qualified;
    questions[question]?.set(score, found);
  }
  return questions.map((scores) => [...scores.values()].sort((a, b) => a.score - b.score));
}
