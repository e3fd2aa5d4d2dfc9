import { type CountedForm, formSteps } from "../core/form-steps.ts";
import { questionKeys } from "../core/question-keys.ts";
import type { OverviewRange, RangePart } from "./overview-range.ts";

/** Places at which people stop, in order. Those at the last one sent the form. */
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

/** Counts of a form's step, as read from the database. `part` is -1 for the range before. */
export type StepCount = Record<"step" | "language" | "door" | "device", string> & {
  form: CountedForm;
  part: number;
  count: number;
};

export type StepFigures = {
  form: CountedForm;
  /** How many stopped at each of `stops`. */
  parts: (RangePart & { values: number[]; total: number })[];
  /** Numbers of people who reached each step, in the previous range and in this one. */
  steps: { step: (typeof formSteps)[CountedForm][number]; before: number; since: number }[];
  kinds: { kind: string; started: number; sent: number }[];
};

export function toStepFigures(form: CountedForm, { parts }: OverviewRange, counts: StepCount[]): StepFigures {
  const own = counts.filter((count) => count.form === form);
  const [before, since] = [own.filter(({ part }) => part < 0), own.filter(({ part }) => part >= 0)];
  return {
    form,
    parts: parts.map((part, at) => {
      const inPart = own.filter((count) => count.part === at);
      const reached = stops[form].map((stop) => sum(stopSteps[stop], inPart));
      // After midnight, people may continue a form that they opened the day before.
      const values = reached.map((count, place) => Math.max(0, count - (reached[place + 1] ?? 0)));
      return { ...part, values, total: values.reduce((total, value) => total + value, 0) };
    }),
    steps: formSteps[form].map((step) => ({ step, before: sum(step, before), since: sum(step, since) })),
    kinds: (["language", "door", "device"] as const)
      .flatMap((name) => [...Map.groupBy(since, (count) => count[name])].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      .map(([kind, counted]) => ({ kind, started: sum("start", counted), sent: sum("sent", counted) })),
  };
}

function sum(step: string, counts: StepCount[]): number {
  return counts.reduce((total, each) => total + (each.step === step ? each.count : 0), 0);
}
