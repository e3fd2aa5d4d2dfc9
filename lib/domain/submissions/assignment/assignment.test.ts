import { describe, expect, test } from "vitest";
import { listFieldFaults } from "../core/field-faults.ts";
import { type Assignable, type Conditions, findNextOperator, findRule, matchesRule, NewRule } from "./assignment.ts";

const any: Conditions = { kind: null, route: null, language: null, channel: null, company: null, topic: null };
const evaluation: Assignable = {
  kind: "evaluation",
  id: 1,
  route: "qualified",
  language: "es",
  channel: "web",
  company: "Café del Volcán, S. A.",
  topic: null,
};
const inquiry: Assignable = { ...evaluation, kind: "inquiry", route: null, company: null, topic: "receipts" };

describe("an assignment rule", () => {
  test.each<[Partial<Conditions>, Assignable, Assignable]>([
    [{ kind: "evaluation" }, evaluation, inquiry],
    [{ kind: "inquiry" }, inquiry, evaluation],
    [{ route: "qualified" }, evaluation, { ...evaluation, route: "review" }],
    [{ route: "review" }, { ...evaluation, route: "review" }, inquiry],
    [{ language: "es" }, inquiry, { ...inquiry, language: "en" }],
    [{ channel: "ai_agent" }, { ...inquiry, channel: "ai_agent" }, inquiry],
    [{ channel: "web" }, inquiry, { ...inquiry, channel: "ai_agent" }],
    [{ topic: "receipts" }, inquiry, { ...inquiry, topic: "receipts-2" }],
    [{ company: "volcan" }, evaluation, { ...evaluation, company: "Volkan" }],
    [{ company: "CAFÉ DEL" }, { ...evaluation, company: "Nuevo cafe\u0301 del sur" }, inquiry],
    [{ route: "qualified", language: "es" }, evaluation, { ...evaluation, language: "en" }],
  ])("a rule with the condition %j matches only submissions that fulfil it", (conditions, matched, other) => {
    expect([matched, other].map((submission) => matchesRule({ ...any, ...conditions }, submission))).toEqual([
      true,
      false,
    ]);
  });

  test("a rule without a condition matches every submission", () => {
    expect([evaluation, inquiry].map((submission) => matchesRule(any, submission))).toEqual([true, true]);
  });

  test.each(["\u00b4", "\u0301", " \u00a8 "])("a rule whose company is only %j matches no submission", (company) => {
    expect(matchesRule({ ...any, company }, evaluation)).toBe(false);
    expect(matchesRule({ ...any, company }, { ...evaluation, company: null })).toBe(false);
  });

  test("applies the first rule that is switched on, matches and has an operator on duty", () => {
    const away = { isOnDuty: false };
    const here = { isOnDuty: true };
    const rules = [
      { ...any, id: "off", isOn: false, operators: [here] },
      { ...any, id: "other", kind: "inquiry" as const, isOn: true, operators: [here] },
      { ...any, id: "away", isOn: true, operators: [away, away] },
      { ...any, id: "empty", isOn: true, operators: [] },
      { ...any, id: "wins", isOn: true, operators: [away, here] },
      { ...any, id: "late", isOn: true, operators: [here] },
    ];
    expect(findRule(rules, evaluation)?.id).toBe("wins");
    expect(findRule(rules.slice(0, 4), evaluation)).toBeUndefined();
  });
});

test("assigns a submission to the operator on duty whose last turn is longest ago", () => {
  const operator = (id: string, lastTurn: number, isOnDuty = true) => ({ id, lastTurn, isOnDuty });
  expect(findNextOperator([operator("a", 4), operator("b", 2), operator("c", 1, false), operator("d", 3)])?.id).toBe(
    "b",
  );
  expect(findNextOperator([operator("a", 1), operator("b", 0), operator("c", 0)])?.id).toBe("b");
  expect(findNextOperator([operator("a", 0, false)])).toBeUndefined();
});

describe("the form of an assignment rule", () => {
  const filled = { name: "Spanish", kind: "", route: "", language: "es", channel: "", company: "", topic: "" };
  const listFaults = (change: object) => {
    const input = { ...filled, operators: ["a"], ...change };
    const { error } = NewRule.safeParse(input);
    return error ? listFieldFaults(error, input).map(({ field }) => field) : [];
  };

  test("reads a condition left empty as matching any value", () => {
    expect(NewRule.parse({ ...filled, operators: ["a"], rule: "3", version: "1" })).toEqual({
      ...any,
      language: "es",
      name: "Spanish",
      operators: ["a"],
      rule: 3,
      version: 1,
    });
  });

  test("requires a name and an operator for a rule", () => {
    expect(listFaults({ name: " ", operators: [] })).toEqual(["name", "operators"]);
  });

  test.each(["\u00b4", "\u0301", " \u00a8 "])(
    "rejects %j as part of a company's name, because every name would contain it",
    (company) => {
      expect(listFaults({ company })).toEqual(["company"]);
    },
  );

  test.each([
    [{ kind: "inquiry", route: "review" }, "route"],
    [{ kind: "inquiry", company: "café" }, "company"],
    [{ kind: "evaluation", topic: "receipts" }, "topic"],
    [{ route: "review", topic: "receipts" }, "topic"],
    [{ company: "café", topic: "receipts" }, "topic"],
  ])("rejects the conditions %j, which no submission can fulfil", (change, field) => {
    expect(listFaults(change)).toEqual([field]);
    expect(listFaults({ ...change, [field]: "" })).toEqual([]);
  });
});
