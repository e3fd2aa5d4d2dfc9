import type { questionKeys } from "./question-keys.ts";

type KeyedQuestions<Keys extends readonly string[]> = {
  [At in keyof Keys]: { key: Keys[At]; question: string; options: readonly [string, string, string] };
};

/** The questions of an evaluation, in the order of contract 2.2. Their options are worth 0, 1 and 2 points. */
export const questions = [
  {
    key: "marketing_team",
    question: "Does the company have a marketing team?",
    options: ["none", "one_person", "team_with_budget"],
  },
  {
    key: "campaign_frequency",
    question: "How often are campaigns launched?",
    options: ["ad_hoc", "one_to_two_per_year", "multiple_per_year"],
  },
  {
    key: "company_scope",
    question: "Geographic scope of the company",
    options: ["local_small_business", "regional", "multinational"],
  },
  {
    key: "budget",
    question: "Project budget in USD (below 10,000; 10,000 to 20,000; above 20,000)",
    options: ["under_10k", "10k_to_20k", "over_20k"],
  },
  {
    key: "launch_timeline",
    question: "Launch timeline (hard_date: fixed, non-negotiable)",
    options: ["no_date", "flexible", "hard_date"],
  },
  {
    key: "internal_dev_capacity",
    question: "Internal development capacity available to marketing",
    options: ["full_fast_team", "some_capacity", "marketing_blocked_by_it"],
  },
  {
    key: "vendor_onboarding",
    question: "Can the company onboard vendors under an NDA or MSA?",
    options: ["no", "purchase_order_only", "yes"],
  },
  {
    key: "brand_relationship",
    question: "Relationship to the brand that owns the project",
    options: ["via_agency", "agency_plus_direct", "direct_brand"],
  },
  {
    key: "after_project",
    question: "What could follow this project?",
    options: ["one_off", "repeat_likely", "retainer_or_infrastructure"],
  },
] as const satisfies KeyedQuestions<typeof questionKeys>;

export type Question = (typeof questions)[number];
export type AnswersByKey = { [Q in Question as Q["key"]]: Q["options"][number] };

export const answersForms = ["answers", "answersByKey"] as const;
type AnswersForm = (typeof answersForms)[number];

export const scoreMax = questions.length * 2;

/** Returns the points of an option, or -1 for an unknown option. */
export function getPoints({ options }: { options: readonly string[] }, option: string): number {
  return options.indexOf(option);
}

export function toPoints(answersByKey: AnswersByKey): number[] {
  return questions.map((question) => getPoints(question, answersByKey[question.key]));
}

/** Rounds to nine decimals, because a floating-point error could make a sum of 13 miss a threshold of 13. */
export function sumPoints(points: readonly number[]): number {
  return Math.round(points.reduce((sum, point) => sum + point, 0) * 1e9) / 1e9;
}

/** The input must have exactly one of the two properties. */
export function readAnswers(input: { answers?: number[]; answersByKey?: AnswersByKey }): {
  points: number[];
  form: AnswersForm;
} {
  if (input.answers) return { points: input.answers, form: "answers" };
  if (input.answersByKey) return { points: toPoints(input.answersByKey), form: "answersByKey" };
  throw new Error("exactly one form of the answers is required");
}

export type JudgedAnswer = {
  question: string;
  /** Points of the answer, between 0 and 2, possibly a fraction. */
  points: number;
  option: string | null;
};

/** Fractional points have no option. */
export function toJudgedAnswers(answers: readonly number[]): JudgedAnswer[] {
  return questions.map(({ key, options }, at) => {
    const points = answers[at] ?? 0;
    return { question: key, points, option: options[points] ?? null };
  });
}
