import { describe, expect, test } from "vitest";
import { type FieldFault, faultRules } from "../domain/text-bounds.ts";
import { readFieldFaults, readRefusal, writeFieldFaults } from "./refusal.ts";

test("reads a refused form's faults by field from the query", () => {
  expect(readRefusal({ fields: "name=required, email=pattern" })).toEqual({
    faults: [
      { field: "name", rule: "required" },
      { field: "email", rule: "pattern" },
    ],
  });
});

test.each([
  ["10", 10],
  ["1", 1],
  ["0", 1],
  ["-7", 1],
  ["2.9", 2],
  ["x", 1],
  ["1e9", 1440],
  [undefined, 1],
  [["8", "9"], 8],
])("reads a waiting time of %j minutes from the query as %j", (minutes, shown) => {
  expect(readRefusal({ problem: "rate_limited", minutes })).toEqual({
    faults: [],
    problem: { kind: "rate_limited", minutes: shown },
  });
});

test.each([
  {},
  { problem: "spam", minutes: "x" },
  { fields: "<b>=required", problem: "spam" },
  { problem: ["refused", "unavailable"] },
  { fields: "", problem: "__proto__" },
])("reads the query %j as a refusal without a reason", (query) => {
  expect(readRefusal(query)).toEqual({ faults: [], problem: { kind: "refused", minutes: 1 } });
});

const faults: FieldFault[] = [
  { field: "email", rule: "pattern" },
  { field: "marketing_team", rule: "required" },
  { field: "projectDescription", rule: "too_short" },
  { field: "services.10.titleEn", rule: "too_long" },
];
const makeFaults = (count: number): FieldFault[] =>
  Array.from({ length: count }, (_, at) => ({ field: `field${at}`, rule: "other" }));

describe("the list of faults by field", () => {
  test("reads written faults back unchanged and in order", () => {
    expect(writeFieldFaults(faults)).toBe(
      "email=pattern, marketing_team=required, projectDescription=too_short, services.10.titleEn=too_long",
    );
    expect(readFieldFaults(writeFieldFaults(faults))).toEqual(faults);
    expect(
      readFieldFaults(
        "email=pattern,marketing_team=required , projectDescription=too_short, services.10.titleEn=too_long",
      ),
    ).toEqual(faults);
    for (const rule of faultRules) {
      expect(readFieldFaults(writeFieldFaults([{ field: "a", rule }]))).toEqual([{ field: "a", rule }]);
    }
  });

  test("reads no faults from an empty or missing list", () => {
    expect(writeFieldFaults([])).toBe("");
    for (const nothing of ["", null, undefined, " ", ",", ",,", "="]) expect(readFieldFaults(nothing)).toEqual([]);
  });

  test("keeps at most 40 faults, each with a field name of at most 40 characters", () => {
    expect(readFieldFaults(writeFieldFaults(makeFaults(40)))).toEqual(makeFaults(40));
    expect(readFieldFaults(writeFieldFaults(makeFaults(41)))).toEqual(makeFaults(40));
    const long = (length: number): FieldFault[] => [{ field: "x".repeat(length), rule: "other" }];
    expect(readFieldFaults(writeFieldFaults(long(40)))).toEqual(long(40));
    expect(writeFieldFaults(long(41))).toBe("");
    expect(writeFieldFaults(makeFaults(1_000_000)).length).toBeLessThan(2_200);
  });

  test("ignores malformed faults in a query", () => {
    const odd =
      "a=b, <b>=other, a b=other, =other, email, email=, email=pattern=x, e-mail=other, name=required, %00=other";
    expect(readFieldFaults(odd)).toEqual([{ field: "name", rule: "required" }]);
    expect(readFieldFaults("name=other,name=required")).toEqual([{ field: "name", rule: "other" }]);
    expect(readFieldFaults("name=constructor,__proto__=other")).toEqual([{ field: "__proto__", rule: "other" }]);
    expect(readFieldFaults(`${"a=other,".repeat(100_000)}b=other`)).toEqual([{ field: "a", rule: "other" }]);
    const smuggled = [
      { field: "a\r\nSet-Cookie: x", rule: "other" as const },
      { field: "é", rule: "other" as const },
    ];
    expect(writeFieldFaults([...smuggled, ...faults])).toBe(writeFieldFaults(faults));
  });
});
