import { compareTexts } from "../../plain-text.ts";
import { type CountedForm, formSteps } from "../core/form-steps.ts";
import { questionKeys } from "../core/question-keys.ts";
import {
  type AgentFigures,
  type AgentSums,
  type AnswerCount,
  foldReason,
  type LostReason,
  listedNamesMax,
  type Overview,
  type OverviewPart,
  type OverviewRange,
  type RangePart,
  type Replies,
  type SourceCount,
  type Sources,
  shownAgentsMax,
  type Totals,
} from "./overview.ts";

/** Counts for the overview, as read from the database. Numbers of parts and questions start at 0. */
export type OverviewFigures = {
  /** Contains only parts with submissions. */
  parts: (Pick<OverviewPart, "total" | "groups" | "web" | "unbooked"> & { part: number })[];
  /** Named assistants, most frequent first, at most `listedNamesMax`. */
  agents: AgentFigures[];
  /** Counts per assistant and part. `agent` is an index into `agents`, for the first `shownAgentsMax` only. */
  agentParts: [agent: number, part: number, count: number][];
  restAgents: AgentSums;
  sources: SourceCount[];
  restSources: NonNullable<Sources["rest"]>;
  replies: Omit<Replies, "closed">;
  /** Lost submissions per reason, counted by exact spelling. */
  lost: [reason: string, count: number][];
  /** Counts of the answers to each question, with the lowest score first. */
  answers: Record<number, AnswerCount[]>;
  totals: Totals;
};

/** `before` are the totals of the previous range. */
export function toOverview(range: OverviewRange, figures: OverviewFigures, before: Totals): Overview {
  const { agents, restAgents, restSources, replies, totals } = figures;
  const named = agents.slice(0, shownAgentsMax);
  return {
    range,
    parts: range.parts.map((part, at) => createPart(part, at, named.length, figures)),
    agents: named.map(({ name }) => name),
    assistants: { shown: agents, rest: restAgents.sent ? restAgents : null },
    sources: { shown: figures.sources, rest: restSources.sources ? restSources : null },
    replies: { ...replies, closed: replies.promised - replies.answered - replies.waiting },
    totals,
    before,
    lost: mergeReasons(figures.lost, totals.lost),
    answers: questionKeys.map((_, at) => figures.answers[at] ?? []),
  };
}

const nothingCounted = {
  total: 0,
  groups: { qualified: 0, review: 0, redirect: 0, inquiry: 0 },
  web: 0,
  unbooked: { web: 0, agents: 0 },
};

function createPart(
  part: RangePart,
  at: number,
  agentCount: number,
  { parts, agentParts }: OverviewFigures,
): OverviewPart {
  const { part: _, ...counts } = parts.find((each) => each.part === at) ?? { part: at, ...nothingCounted };
  const agents = Array.from(
    { length: agentCount },
    (_, place) => agentParts.find(([agent, index]) => agent === place && index === at)?.[2] ?? 0,
  );
  const otherAgents = agents.reduce((rest, count) => rest - count, counts.total - counts.web);
  return { ...part, ...counts, agents, otherAgents };
}

/** Merges spellings here, because Postgres has no `foldReason`. Shows each reason in its most frequent spelling. */
function mergeReasons(counts: OverviewFigures["lost"], total: number): { shown: LostReason[]; rest: number } {
  const shown = [...Map.groupBy(counts, ([reason]) => foldReason(reason))]
    .map(([key, spellings]) => ({
      key,
      reason: spellings.toSorted(([a, some], [b, more]) => more - some || compareTexts(a, b))[0]?.[0] ?? "",
      count: spellings.reduce((sum, [, count]) => sum + count, 0),
    }))
    .sort((a, b) => b.count - a.count || compareTexts(a.key, b.key))
    .slice(0, listedNamesMax)
    .map(({ reason, count }) => ({ reason, count }));
  return { shown, rest: total - shown.reduce((sum, { count }) => sum + count, 0) };
}

/** Stages of a form at which people stop, in order. People at the last stage have sent the form. */
export const stops = {
  evaluation: ["start", "questions", "details", "check", "sent"],
  contact: ["start", "typed", "sent"],
} as const;

/** First step of each stop. The stop ends before the next stop's first step. */
const stopSteps: Record<(typeof stops)[CountedForm][number], string> = {
  start: "start",
  questions: questionKeys[1],
  details: "project",
  check: "check",
  typed: "typed",
  sent: "sent",
};

/** Number of people who reached a step of a form, as read from the database. `part` is -1 for the previous range. */
export type StepCount = Record<"step" | "language" | "door" | "device", string> & {
  form: CountedForm;
  part: number;
  count: number;
};

export type StepFigures = ReturnType<typeof toStepFigures>;

export function toStepFigures(form: CountedForm, { parts }: OverviewRange, counts: StepCount[]) {
  const own = counts.filter((count) => count.form === form);
  const [before, since] = [own.filter(({ part }) => part < 0), own.filter(({ part }) => part >= 0)];
  return {
    form,
    /** Numbers of people who stopped at each of `stops`, for each part of the range. */
    parts: parts.map((part, at) => {
      const inPart = own.filter((count) => count.part === at);
      const reached = stops[form].map((stop) => sumStepCounts(stopSteps[stop], inPart));
      // A later step may have more people than an earlier one: some continue a form that they opened the day before.
      const values = reached.map((count, place) => Math.max(0, count - (reached[place + 1] ?? 0)));
      return { ...part, values, total: values.reduce((total, value) => total + value, 0) };
    }),
    /** Numbers of people who reached each step, in the previous range and in this one. */
    steps: formSteps[form].map((step) => ({
      step,
      before: sumStepCounts(step, before),
      since: sumStepCounts(step, since),
    })),
    kinds: (["language", "door", "device"] as const)
      .flatMap((name) => [...Map.groupBy(since, (count) => count[name])].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      .map(([kind, counted]) => ({
        kind,
        started: sumStepCounts("start", counted),
        sent: sumStepCounts("sent", counted),
      })),
  };
}

function sumStepCounts(step: string, counts: StepCount[]): number {
  return counts.reduce((total, each) => total + (each.step === step ? each.count : 0), 0);
}
