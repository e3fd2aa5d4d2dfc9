import { describe, expect, test } from "vitest";
import type { ZodMiniType } from "zod/mini";
import type { JsonObject } from "../../json.ts";
import { getTextBounds, isOptionalField, listFieldFaults } from "./field-faults.ts";
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

function faultsOf(schema: ZodMiniType, input: JsonObject) {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : listFieldFaults(parsed.error, input);
}
const ofEvaluation = (change: JsonObject) => faultsOf(EvaluationInput, validEvaluation(change));
const ofContact = (change: JsonObject) => faultsOf(ContactInput, validContact(change));

describe.each(boundRows)("the faults of $field in the $form", ({ field, min, max, isRequired, schema, valid }) => {
  const ruleOf = (value: unknown) => faultsOf(schema, valid({ [field]: value }));
  const faultOfField = (rule: string) => [{ field, rule }];

  test("reports too_long beyond the maximum length, but not at it", () => {
    expect(ruleOf("x".repeat(max))).toEqual([]);
    expect(ruleOf("🌋".repeat(max))).toEqual([]);
    expect(ruleOf("x".repeat(max + 1))).toEqual(faultOfField("too_long"));
    expect(ruleOf("🌋".repeat(max + 1))).toEqual(faultOfField("too_long"));
  });

  test("reports too_short below a minimum, and required if the text is empty or blank", () => {
    expect(ruleOf("x".repeat(min))).toEqual([]);
    if (min > 1) expect(ruleOf("x".repeat(min - 1))).toEqual(faultOfField("too_short"));
    for (const empty of ["", " ", " \n\t".repeat(min)])
      expect(ruleOf(empty)).toEqual(min ? faultOfField("required") : []);
  });

  test("reports missing required values, other types, and text with a NUL", () => {
    expect(faultsOf(schema, valid({ [field]: undefined }))).toEqual(isRequired ? faultOfField("required") : []);
    for (const value of [7, true, {}, ["x"]]) expect(ruleOf(value)).toEqual(faultOfField("other"));
    expect(ruleOf(null)).toEqual(faultOfField("required"));
    for (const value of [`${"x".repeat(min)}\0`, `${"x".repeat(min)}\ud800`]) {
      expect(ruleOf(value)).toEqual(faultOfField("characters"));
    }
  });
});

describe("the faults of fields with a pattern or a choice", () => {
  test("reports an invalid e-mail address or topic as pattern", () => {
    expect(ofContact({ email: "ana@example" })).toEqual([{ field: "email", rule: "pattern" }]);
    expect(ofContact({ email: "" })).toEqual([{ field: "email", rule: "required" }]);
    expect(ofContact({ email: `${"x".repeat(250)}@a.b` })).toEqual([]);
    expect(ofContact({ email: `${"x".repeat(251)}@a.b` })).toEqual([{ field: "email", rule: "too_long" }]);
    expect(ofContact({ topic: "Prize Draws" })).toEqual([{ field: "topic", rule: "pattern" }]);
    expect(ofContact({ topic: "x".repeat(41) })).toEqual([{ field: "topic", rule: "too_long" }]);
  });

  test("reports an invalid honeypot, language or channel by field", () => {
    expect(ofContact({ website: "spam" })).toEqual([{ field: "website", rule: "too_long" }]);
    expect(ofContact({ language: "fr" })).toEqual([{ field: "language", rule: "other" }]);
    expect(ofContact({ language: undefined })).toEqual([{ field: "language", rule: "required" }]);
    expect(ofContact({ channel: "phone" })).toEqual([{ field: "channel", rule: "other" }]);
  });
});

describe("the faults of the nine answers", () => {
  const keys = specQuestions.map(([key]) => key);

  test("names the question of a faulty answer, and reports a missing answer as required", () => {
    const all = keys.map((field) => ({ field, rule: "required" }));
    expect(ofEvaluation({ answers: Array(9).fill(null) })).toEqual(all);
    for (const [at, field] of keys.entries()) {
      expect(ofEvaluation({ answers: nineTwos.map((two, place) => (place === at ? null : two)) })).toEqual([
        { field, rule: "required" },
      ]);
      expect(ofEvaluation({ answers: nineTwos.with(at, 3) })).toEqual([{ field, rule: "other" }]);
      const byKey = { ...answersByKeyWorth(nineTwos), [field]: "maybe" };
      expect(ofEvaluation({ answers: undefined, answersByKey: byKey })).toEqual([{ field, rule: "other" }]);
      const { [field]: _, ...rest } = answersByKeyWorth(nineTwos);
      expect(ofEvaluation({ answers: undefined, answersByKey: rest })).toEqual([{ field, rule: "required" }]);
    }
  });

  test("reports answers that are missing, too many or not a list as one fault", () => {
    expect(ofEvaluation({ answers: undefined })).toEqual([{ field: "answers", rule: "required" }]);
    expect(ofEvaluation({ answersByKey: answersByKeyWorth(nineTwos) })).toEqual([{ field: "answers", rule: "other" }]);
    for (const answers of [[], [...nineTwos, 1], "222222222", { 0: 1 }, 7]) {
      expect(ofEvaluation({ answers })).toEqual([{ field: "answers", rule: "other" }]);
    }
    expect(ofEvaluation({ answers: Array(30_000).fill("x") }).length).toBeLessThanOrEqual(10);
    expect(ofEvaluation({ answers: undefined, answersByKey: [] })).toEqual([{ field: "answersByKey", rule: "other" }]);
  });
});

describe("the faults of rules across fields", () => {
  test("names the field that a rule across fields requires", () => {
    const { agentName: _, userConsent: __, ...agent } = byAgent(validContact());
    const faults = [
      { field: "userConsent", rule: "required" },
      { field: "agentName", rule: "required" },
    ];
    expect(faultsOf(ContactInput, agent)).toEqual(faults);
    const refused = { ...agent, agentName: "Some Assistant", userConsent: false };
    expect(faultsOf(ContactInput, refused)).toEqual([{ field: "userConsent", rule: "other" }]);
  });
});

test("lists each faulty field once, with its first fault", () => {
  const faults = ofEvaluation({ name: "x", email: "x", utm: { a: 1, b: "x".repeat(501), c: "\0" }, answers: [] });
  expect(faults.map(({ field }) => field).sort()).toEqual(["answers", "email", "name", "utm"]);
  expect(faults).toContainEqual({ field: "utm", rule: "other" });
});

test("lists faults without names or values from the caller", () => {
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
      const faults = faultsOf(schema, hostile);
      expect(faults.filter(({ field }) => !known.has(field))).toEqual([]);
      expect(JSON.stringify(faults)).not.toMatch(/juana|proto|constructor/);
    }
  }
});

test("returns the contract's length limits for every text field", () => {
  for (const { field, min, max } of boundRows) {
    expect({ field, ...getTextBounds(field) }).toEqual({ field, min: min || undefined, max });
  }
  expect(getTextBounds("email")).toEqual({ min: undefined, max: 254 });
  expect(getTextBounds("language")).toEqual({ min: undefined, max: undefined });
});

test("recognises exactly the fields that may be missing as optional", () => {
  for (const [name, schema] of Object.entries({ ...contactFields, ...evaluationFields })) {
    if (name !== "channel") expect([name, isOptionalField(name)]).toEqual([name, schema.safeParse(undefined).success]);
  }
});
