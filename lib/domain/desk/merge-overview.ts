import { questionKeys } from "../submissions/question-keys.ts";
import {
  type AgentFigures,
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

/** Adds up days. Names are compared without case and shown in their most frequent spelling. */
export function mergeOverview(range: OverviewRange, days: DayOfFigures[], before: Totals[]): Overview {
  const figures = days.map((day) => day.figures);
  const assistants = mergeAgents(figures);
  const agents = assistants.slice(0, shownAgentsMax).map(({ name }) => name);
  return {
    range,
    parts: toOverviewParts(range, days, agents),
    agents,
    assistants: assistants.slice(0, listedAgentsMax),
    sources: mergeSources(figures),
    replies: mergeReplies(figures),
    totals: sumTotals(figures.map(({ totals }) => totals)),
    before: sumTotals(before),
    lost: mergeLost(figures),
    answers: mergeAnswers(figures),
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

function toOverviewParts(range: OverviewRange, days: DayOfFigures[], agents: string[]): OverviewPart[] {
  const places = new Map(agents.map((agent, at) => [fold(agent), at]));
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

const fold = (name: string) => name.toLowerCase();

type Spelled<Sums> = { spellings: Map<string, number>; sums: Sums };

/** The most frequent spelling; of equally frequent ones the first. */
function toName(spellings: Map<string, number>): string {
  const [first] = [...spellings].sort(([a, some], [b, more]) => more - some || compare(a, b));
  return first?.[0] ?? "";
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function spelled<Sums>(
  map: Map<string, Spelled<Sums>>,
  key: string,
  name: string,
  count: number,
  none: () => Sums,
): Sums {
  const found = map.get(key) ?? { spellings: new Map<string, number>(), sums: none() };
  map.set(key, found);
  found.spellings.set(name, (found.spellings.get(name) ?? 0) + count);
  return found.sums;
}

/** Most frequent first. */
function mergeAgents(days: DayFigures[]): AgentFigures[] {
  const agents = new Map<string, Spelled<Omit<AgentFigures, "name">>>();
  for (const [group, agent, status, isConfirmed, count] of days.flatMap(({ counts }) => counts)) {
    if (!agent) continue;
    const none = () => ({ sent: 0, confirmed: 0, qualified: 0, won: 0 });
    const sums = spelled(agents, fold(agent), agent, count, none);
    sums.sent += count;
    if (isConfirmed) sums.confirmed += count;
    if (group === "qualified") sums.qualified += count;
    if (status === "won") sums.won += count;
  }
  return [...agents]
    .sort(([a, { sums: some }], [b, { sums: more }]) => more.sent - some.sent || compare(a, b))
    .map(([, { spellings, sums }]) => ({ name: toName(spellings), ...sums }));
}

function mergeSources(days: DayFigures[]): Sources {
  const merged = new Map<string, Spelled<Omit<SourceCount, "name">>>();
  for (const [kind, name, total, qualified] of days.flatMap(({ sources }) => sources)) {
    const sums = spelled(merged, fold(toSourceKey({ kind, name })), name, total, () => ({
      kind,
      total: 0,
      qualified: 0,
    }));
    sums.total += total;
    sums.qualified += qualified;
  }
  const sources = [...merged]
    .sort(([a, { sums: some }], [b, { sums: more }]) => more.total - some.total || compare(a, b))
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

function mergeLost(days: DayFigures[]): { shown: LostReason[]; rest: number } {
  const merged = new Map<string, Spelled<{ count: number }>>();
  for (const [reason, count] of days.flatMap(({ lost }) => lost)) {
    spelled(merged, foldReason(reason), reason, count, () => ({ count: 0 })).count += count;
  }
  const reasons = [...merged]
    .sort(([a, { sums: some }], [b, { sums: more }]) => more.count - some.count || compare(a, b))
    .map(([, { spellings, sums }]) => ({ reason: toName(spellings), ...sums }));
  const rest = reasons.slice(shownReasonsMax).reduce((sum, { count }) => sum + count, 0);
  return { shown: reasons.slice(0, shownReasonsMax), rest };
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
