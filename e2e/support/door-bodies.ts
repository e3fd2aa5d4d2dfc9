// Generates evaluations to send through every interface: HTTP, the form, MCP and practice.
import fc from "fast-check";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { type Body, badEmails, type Fault, generateValidBodies, makeFault, makeFieldFaults } from "./bodies.ts";
import { evaluationTable, type FieldTable } from "./spec-table.ts";

export type DoorProbe = { body: Body; isValid: boolean };

/** Fields that only some interfaces have. They are left out of the comparison. */
const leftOut = [
  ...["sourcePage", "channel", "agentName", "userConsent", "utm", "landingPage", "referrer", "website"],
  "answers",
];
const table: FieldTable = Object.fromEntries(
  Object.entries(evaluationTable)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, field]) => [name, name === "answersByKey" ? { ...field, required: true } : field]),
);
const optional = Object.keys(table).filter((name) => !table[name]?.required);

const toAnswersByKey = (points: number[]) =>
  Object.fromEntries(questions.map(({ key, options }, at) => [key, options[points[at] ?? 0]]));

const middle: Body = {
  name: "Lucía Hernández",
  role: "Brand manager",
  company: "Café Volcán",
  email: "lucia@example.com",
  projectDescription: "A receipt promotion in three countries.",
  discoverySource: "A friend",
  language: "en",
  answersByKey: toAnswersByKey(questions.map(() => 1)),
};

const answerFaults = questions.flatMap(({ key }) =>
  [undefined, null, 2, "", "None", "toString"].map((value): Fault => {
    const apply = (body: Body) => ({ ...body, answersByKey: { ...(body.answersByKey as Body), [key]: value } });
    return { description: `bad ${key}`, apply };
  }),
);

const faults: Fault[] = [
  ...Object.entries(table)
    // Without answersByKey, HTTP reports one faulty field but MCP each question, so leave this fault out.
    .filter(([name]) => name !== "answersByKey")
    .flatMap(makeFieldFaults)
    // MCP treats null as omitted, so leave null in optional fields out.
    .filter(({ apply }) => optional.every((name) => apply({})[name] !== null)),
  ...badEmails.map((email) => makeFault("bad email", { email })),
  makeFault("no answers", { answersByKey: {} }),
  ...answerFaults,
];

/** Lists the edge cases: both ends of every limit, every option, and every sum of points. */
export function listEdgeCases(): DoorProbe[] {
  const texts = Object.entries(table).flatMap(([field, { schema }]) => {
    const { minLength: min = 0, maxLength: max } = schema as { minLength?: number; maxLength?: number };
    if (max === undefined || schema.pattern !== undefined) return [];
    const lengths = [min - 1, min, max, max + 1].filter((length) => length >= 0);
    return ["x", "🌋"].flatMap((filling) =>
      lengths.map((length) => ({ [field]: filling.repeat(length), isValid: length >= min && length <= max })),
    );
  });
  const emails = [250, 251].map((length) => ({ email: `${"🌋".repeat(length)}@a.b`, isValid: length === 250 }));
  const sums = Array.from({ length: 19 }, (_, sum) =>
    questions.map((_q, at) => Math.min(2, Math.max(0, sum - 2 * at))),
  );
  const options = questions.flatMap((_, at) =>
    [0, 1, 2].map((points) => questions.map((_q, i) => (i === at ? points : 1))),
  );
  const edges = [
    ...[...texts, ...emails].map(({ isValid, ...values }) => ({ values, isValid })),
    ...[...sums, ...options].map((points) => ({ values: { answersByKey: toAnswersByKey(points) }, isValid: true })),
  ];
  // Use a different person for each, because the same content from the same person would count as a repeat.
  return edges.map(({ values, isValid }, at) => {
    return { body: { ...middle, email: `person${at}@example.com`, ...values }, isValid };
  });
}

/** Generates answers that are mostly worth the same points, so that every verdict is about equally frequent. */
const skewedAnswers = fc
  .tuple(fc.nat(2), fc.array(fc.tuple(fc.nat(9), fc.nat(2)), { minLength: 9, maxLength: 9 }))
  .map(([most, each]) => toAnswersByKey(each.map(([chance, points]) => (chance < 7 ? most : points))));

/** Replaces carriage returns, which browsers would send as line feeds. */
const withoutReturns = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string" ? value.replaceAll("\r", "x") : value,
    ]),
  );

const valid = fc
  .tuple(generateValidBodies(table), fc.option(skewedAnswers, { nil: undefined }))
  .map(([body, answersByKey]) => withoutReturns({ ...body, ...(answersByKey ? { answersByKey } : {}) }));

export const doorProbes: fc.Arbitrary<DoorProbe> = fc.oneof(
  { weight: 3, arbitrary: valid.map((body) => ({ body, isValid: true })) },
  {
    weight: 2,
    arbitrary: fc.tuple(valid, fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 4 })).map(
      ([body, applied]): DoorProbe => ({
        body: withoutReturns(applied.reduce((changed, { apply }) => apply(changed), body)),
        isValid: false,
      }),
    ),
  },
);

/**
 * Returns whether a form without script can send this body: its text must be well formed, and its language have a page.
 */
export function canSendByForm({ language, answersByKey, ...texts }: Body): boolean {
  const isText = (value: unknown) => value === undefined || (typeof value === "string" && value.isWellFormed());
  return (
    (language === "en" || language === "es") && Object.values({ ...texts, ...(answersByKey as Body) }).every(isText)
  );
}
