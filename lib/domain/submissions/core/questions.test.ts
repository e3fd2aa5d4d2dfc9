import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { questions, readAnswers, scoreMax, sumPoints, toPoints } from "./questions.ts";
import { EvaluationAnswersByKey, EvaluationInput } from "./schema.ts";
import { answersByKeyWorth, nineTwos, specQuestions, validEvaluation } from "./valid-input.fixture.ts";

test("lists the contract's questions in its order, with options worth 0 to 2 points", () => {
  expect(questions.map(({ key, options }) => [key, ...options])).toEqual(specQuestions);
});

const ninePoints = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 9, maxLength: 9 });
const nineFractions = fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 9, maxLength: 9 });

const computeScore = (change: { answers?: number[]; answersByKey?: Record<string, string> }) =>
  sumPoints(readAnswers(EvaluationInput.parse(validEvaluation({ answers: undefined, ...change }))).points);

describe("the points of the answers", () => {
  test("gives the same points for answers by key and by number", () => {
    fc.assert(
      fc.property(ninePoints, (points) => {
        expect(toPoints(EvaluationAnswersByKey.parse(answersByKeyWorth(points)))).toEqual(points);
        expect(computeScore({ answers: points })).toBe(computeScore({ answersByKey: answersByKeyWorth(points) }));
      }),
    );
  });

  test("returns the points and the form in which the answers were sent", () => {
    const answersByKey = EvaluationAnswersByKey.parse(answersByKeyWorth(nineTwos));
    expect(readAnswers({ answers: nineTwos })).toEqual({ points: nineTwos, form: "answers" });
    expect(readAnswers({ answersByKey })).toEqual({ points: nineTwos, form: "answersByKey" });
  });
});

describe("the score", () => {
  test("adds up whole points to a score from 0 to 18", () => {
    expect(scoreMax).toBe(18);
    expect(sumPoints(nineTwos)).toBe(18);
    expect(sumPoints(nineTwos.map(() => 0))).toBe(0);
  });

  test("rounds a score to a whole number despite floating-point errors", () => {
    const tenths = [1.7, 2, 1.9, 1.3, 1.9, 1.1, 0.9, 1.1, 1.1];
    expect(tenths.reduce((total, point) => total + point, 0)).toBeLessThan(13);
    expect(sumPoints(tenths)).toBe(13);
    for (const whole of [7, 13]) expect(sumPoints(Array.from({ length: 9 }, () => whole / 9))).toBe(whole);
    expect(sumPoints([0.1, 0.2, 0.3, 0, 0, 0, 0, 0, 0])).toBe(0.6);
  });

  test("gives the same score for any order of points", () => {
    const shuffled = nineFractions.chain((points) =>
      fc.tuple(fc.constant(points), fc.shuffledSubarray(points, { minLength: 9, maxLength: 9 })),
    );
    fc.assert(
      fc.property(shuffled, ([points, others]) => {
        expect(sumPoints(others)).toBeCloseTo(sumPoints(points), 8);
      }),
    );
    const spread = [2, 1e-9, 1.3, 0.7, 1.1, 0.9, 1.7, 0.3, 1];
    expect(sumPoints([...spread].reverse())).toBe(sumPoints(spread));
  });

  test("adds up fractional points to a score from 0 to 18", () => {
    fc.assert(
      fc.property(nineFractions, (points) => {
        const score = sumPoints(points);
        const sum = points.reduce((total, point) => total + point, 0);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(18);
        expect(Math.abs(score - sum)).toBeLessThanOrEqual(0.51e-9);
      }),
    );
  });
});
