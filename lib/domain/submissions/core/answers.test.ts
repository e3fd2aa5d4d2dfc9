import { describe, expect, test } from "vitest";
import { EvaluationInput } from "./schema.ts";
import {
  accepted,
  answersByKeyWorth,
  findClause,
  nineTwos,
  refused,
  specQuestions,
  validEvaluation,
} from "./valid-input.fixture.ts";

const withAnswers = (answers: unknown) => validEvaluation({ answers });
const withKeys = (answersByKey: unknown) => validEvaluation({ answers: undefined, answersByKey });
/** Returns an evaluation with nine twos, except for the answer at `at`. */
const withOne = (at: number, value: unknown) => withAnswers(nineTwos.map((two, index) => (index === at ? value : two)));

describe("the list of answers", () => {
  test("rejects a list of eight, ten or no answers without an error code", () => {
    expect(accepted(EvaluationInput, withAnswers(nineTwos)).answers).toEqual(nineTwos);
    for (const answers of [[], nineTwos.slice(1), [...nineTwos, 2], [nineTwos]]) {
      const error = refused(EvaluationInput, withAnswers(answers));
      expect(error.code).toBeUndefined();
      expect(findClause(error, "answers")).toMatch(/\b9 numbers from 0 to 2\b/);
    }
  });

  test("accepts answers from 0 to 2, including fractions, at every index", () => {
    for (let at = 0; at < 9; at++) {
      for (const value of [0, 1e-9, 0.5, 1, 13 / 9, 1.9999999999, 2]) {
        expect(accepted(EvaluationInput, withOne(at, value)).answers).toHaveProperty(String(at), value);
      }
      for (const value of [-0.1, -1e-9, 2.1, 2.000000001, 3, -1, 1e308]) {
        const error = refused(EvaluationInput, withOne(at, value));
        expect(error.code).toBeUndefined();
        expect(findClause(error, `answers[${at}]`)).toMatch(/from 0 to 2$|from 0 to 2\.$/);
      }
    }
  });

  test("rejects an answer that is not a number", () => {
    for (const value of ["1", "", null, true, [1], {}]) {
      expect(findClause(refused(EvaluationInput, withOne(4, value)), "answers[4]")).toContain("from 0 to 2");
    }
    expect(
      refused(EvaluationInput, JSON.parse(JSON.stringify(withOne(0, "§")).replace('"§"', "1e999"))).message,
    ).toContain("answers[0]");
  });

  test("rejects answers that are not an array", () => {
    for (const answers of [null, "222222222", 18, true, {}, { ...nineTwos, length: 9 }]) {
      const error = refused(EvaluationInput, withAnswers(answers));
      expect(error.code).toBeUndefined();
      expect(findClause(error, "answers")).toContain("9");
    }
  });

  test("rejects a hundred thousand answers with one short error text", () => {
    const error = refused(EvaluationInput, withAnswers(Array.from({ length: 100_000 }, () => 9)));
    expect(error.message.length).toBeLessThan(1000);
  });
});

describe("the property answersByKey", () => {
  test("accepts and returns every option of every question", () => {
    for (let points = 0; points <= 2; points++) {
      const answersByKey = answersByKeyWorth(nineTwos.map(() => points));
      expect(accepted(EvaluationInput, withKeys(answersByKey)).answersByKey).toEqual(answersByKey);
    }
  });

  test.each(specQuestions)("requires an answer to %s that is one of its three options", (key, ...options) => {
    const { [key]: _, ...others } = answersByKeyWorth(nineTwos);
    const missing = refused(EvaluationInput, withKeys(others));
    expect(missing.code).toBeUndefined();
    expect(findClause(missing, `answersByKey.${key}`)).toContain("is required");
    const foreign = specQuestions.flatMap(([other, ...values]) => (other === key ? [] : values));
    const hostile = ["", "toString", "__proto__", "constructor", `${options[2]} `, options[2].toUpperCase()];
    for (const value of [...foreign, ...hostile, 2, null, true, [options[2]], {}]) {
      const error = refused(EvaluationInput, withKeys({ ...others, [key]: value }));
      expect(error.code).toBeUndefined();
      for (const option of options) expect(findClause(error, `answersByKey.${key}`)).toContain(option);
    }
  });

  test("rejects answersByKey that is not an object", () => {
    for (const answersByKey of [null, [], nineTwos, "yes", 18, true]) {
      const error = refused(EvaluationInput, withKeys(answersByKey));
      expect(error.code).toBeUndefined();
      expect(findClause(error, "answersByKey")).toContain("9");
    }
  });

  test("drops properties of answersByKey that are not questions", () => {
    const answersByKey = answersByKeyWorth(nineTwos);
    const sent = JSON.parse(JSON.stringify(answersByKey).replace("{", '{"extra":1,"__proto__":{"budget":"no"},'));
    expect(Object.entries(accepted(EvaluationInput, withKeys(sent)).answersByKey ?? {})).toEqual(
      Object.entries(answersByKey),
    );
  });

  test("rejects answersByKey whose keys are inherited through __proto__", () => {
    const sent = JSON.parse(`{"__proto__":${JSON.stringify(answersByKeyWorth(nineTwos))}}`);
    expect(refused(EvaluationInput, withKeys(sent)).message).toContain("answersByKey.budget is required");
  });
});

test("keeps the fields of an evaluation and drops any others", () => {
  const extras = { id: 1, score: 18, route: "qualified", toString: "x", constructor: "x", createdAt: "2000-01-01" };
  const sent = JSON.parse(JSON.stringify(validEvaluation(extras)).replace("{", '{"__proto__":{"score":1},'));
  const output = accepted(EvaluationInput, sent);
  expect(Object.keys(output).sort()).toEqual([...Object.keys(validEvaluation()), "channel"].sort());
  expect(Object.getPrototypeOf(output)).toBe(Object.prototype);
});
