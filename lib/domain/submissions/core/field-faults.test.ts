import { describe, expect, test } from "vitest";
import type { ZodMiniType } from "zod/mini";
import type { JsonObject } from "../../json.ts";
import { listFieldFaults } from "./field-faults.ts";
import { ContactInput, contactFields, EvaluationInput, evaluationFields } from "./schema.ts";
import { boundRows } from "./spec-bounds.fixture.ts";
import {
  answersByKeyWorth,
  byAgent,
  nineTwos,
  specQuestions,
  validContact,
  validEvaluation,
} from "./valid-input.fixture.ts";

function listFaults(schema: ZodMiniType, input: JsonObject) {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : listFieldFaults(parsed.error, input);
}
const checkEvaluation = (change: JsonObject) => listFaults(EvaluationInput, validEvaluation(change));
const checkContact = (change: JsonObject) => listFaults(ContactInput, validContact(change));

describe.each(boundRows)("the faults of $field in the $form", ({ field, min, max, isRequired, schema, valid }) => {
  const checkValue = (value: unknown) => listFaults(schema, valid({ [field]: value }));
  const makeFault = (rule: string) => [{ field, rule }];

  test("reports too_long with the maximum length for a longer text, but not at the maximum", () => {
    const tooLong = [{ field, rule: "too_long", max }];
    expect(checkValue("x".repeat(max))).toEqual([]);
    expect(checkValue("🌋".repeat(max))).toEqual([]);
    expect(checkValue("x".repeat(max + 1))).toEqual(tooLong);
    expect(checkValue("🌋".repeat(max + 1))).toEqual(tooLong);
  });

  test("reports too_short below a minimum, and required for an empty or blank text", () => {
    expect(checkValue("x".repeat(min))).toEqual([]);
    if (min > 1) expect(checkValue("x".repeat(min - 1))).toEqual(makeFault("too_short"));
    for (const empty of ["", " ", " \n\t".repeat(min)])
      expect(checkValue(empty)).toEqual(min ? makeFault("required") : []);
  });

  test("reports missing values, wrong types, and text that cannot be stored", () => {
    expect(listFaults(schema, valid({ [field]: undefined }))).toEqual(isRequired ? makeFault("required") : []);
    for (const value of [7, true, {}, ["x"]]) expect(checkValue(value)).toEqual(makeFault("other"));
    expect(checkValue(null)).toEqual(makeFault("required"));
    for (const value of [`${"x".repeat(min)}\0`, `${"x".repeat(min)}\ud800`]) {
      expect(checkValue(value)).toEqual(makeFault("characters"));
    }
  });
});

describe("the faults of fields with a pattern or a choice", () => {
  test("reports an invalid email address or topic with the rule pattern", () => {
    expect(checkContact({ email: "ana@example" })).toEqual([{ field: "email", rule: "pattern" }]);
    expect(checkContact({ email: "" })).toEqual([{ field: "email", rule: "required" }]);
    expect(checkContact({ email: `${"x".repeat(250)}@a.b` })).toEqual([]);
    expect(checkContact({ email: `${"x".repeat(251)}@a.b` })).toEqual([{ field: "email", rule: "too_long", max: 254 }]);
    expect(checkContact({ topic: "Prize Draws" })).toEqual([{ field: "topic", rule: "pattern" }]);
    expect(checkContact({ topic: "x".repeat(41) })).toEqual([{ field: "topic", rule: "too_long", max: 40 }]);
  });

  test("reports an invalid honeypot, language or channel by field", () => {
    expect(checkContact({ website: "spam" })).toEqual([{ field: "website", rule: "too_long", max: 0 }]);
    expect(checkContact({ language: "fr" })).toEqual([{ field: "language", rule: "other" }]);
    expect(checkContact({ language: undefined })).toEqual([{ field: "language", rule: "required" }]);
    expect(checkContact({ channel: "phone" })).toEqual([{ field: "channel", rule: "other" }]);
  });
});

describe("the faults of the nine answers", () => {
  const keys = specQuestions.map(([key]) => key);

  test("names the question of a faulty answer, and reports a missing answer as required", () => {
    const all = keys.map((field) => ({ field, rule: "required" }));
    expect(checkEvaluation({ answers: Array(9).fill(null) })).toEqual(all);
    for (const [at, field] of keys.entries()) {
      expect(checkEvaluation({ answers: nineTwos.map((two, place) => (place === at ? null : two)) })).toEqual([
        { field, rule: "required" },
      ]);
      expect(checkEvaluation({ answers: nineTwos.with(at, 3) })).toEqual([{ field, rule: "other" }]);
      const byKey = { ...answersByKeyWorth(nineTwos), [field]: "maybe" };
      expect(checkEvaluation({ answers: undefined, answersByKey: byKey })).toEqual([{ field, rule: "other" }]);
      const { [field]: _, ...rest } = answersByKeyWorth(nineTwos);
      expect(checkEvaluation({ answers: undefined, answersByKey: rest })).toEqual([{ field, rule: "required" }]);
    }
  });

  test("reports answers that are missing, too many or not a list as one fault", () => {
    expect(checkEvaluation({ answers: undefined })).toEqual([{ field: "answers", rule: "required" }]);
    expect(checkEvaluation({ answersByKey: answersByKeyWorth(nineTwos) })).toEqual([
      { field: "answers", rule: "other" },
    ]);
    for (const answers of [[], [...nineTwos, 1], "222222222", { 0: 1 }, 7]) {
      expect(checkEvaluation({ answers })).toEqual([{ field: "answers", rule: "other" }]);
    }
    expect(checkEvaluation({ answers: Array(30_000).fill("x") }).length).toBeLessThanOrEqual(10);
    expect(checkEvaluation({ answers: undefined, answersByKey: [] })).toEqual([
      { field: "answersByKey", rule: "other" },
    ]);
  });
});

test("names the field that is required because of another field", () => {
  const { agentName: _, userConsent: __, ...agent } = byAgent(validContact());
  const faults = [
    { field: "userConsent", rule: "required" },
    { field: "agentName", rule: "required" },
  ];
  expect(listFaults(ContactInput, agent)).toEqual(faults);
  const refused = { ...agent, agentName: "Some Assistant", userConsent: false };
  expect(listFaults(ContactInput, refused)).toEqual([{ field: "userConsent", rule: "other" }]);
});

test("lists each faulty field once, with its first fault", () => {
  const faults = checkEvaluation({ name: "x", email: "x", utm: { a: 1, b: "x".repeat(501), c: "\0" }, answers: [] });
  expect(faults.map(({ field }) => field).sort()).toEqual(["answers", "email", "name", "utm"]);
  expect(faults).toContainEqual({ field: "utm", rule: "other" });
});

test("lists faults without property names or values from the caller", () => {
  const known = new Set([
    ...Object.keys(evaluationFields),
    ...Object.keys(contactFields),
    ...specQuestions.map(([key]) => key),
  ]);
  const strangers = JSON.parse('{"__proto__":7,"constructor":7,"toString":null,"juana@example.com":1}');
  for (const hostile of [
    { ...strangers, utm: strangers, answers: strangers, name: strangers },
    { ...strangers, answersByKey: strangers, email: "juana@example.com juana@example.com" },
    { utm: { "juana@example.com": "juana@example.com".repeat(100) }, answers: ["juana@example.com"] },
    { utm: null, landingPage: null, answers: null, answersByKey: null, channel: "juana@example.com" },
    {},
  ]) {
    for (const schema of [EvaluationInput, ContactInput]) {
      const faults = listFaults(schema, hostile);
      expect(faults.filter(({ field }) => !known.has(field))).toEqual([]);
      expect(JSON.stringify(faults)).not.toMatch(/juana|proto|constructor/);
    }
  }
});
