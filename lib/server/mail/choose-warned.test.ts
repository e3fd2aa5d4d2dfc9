import { describe, expect, test } from "vitest";
import { chooseWarnedOperators, type OperatorRecipient, toOwnerNames } from "./recipients.ts";

const now = new Date("2026-11-23T12:00:00Z");
const job = { mail: "warning", kind: "inquiry", id: 1 } as const;

function operator(id: string, change: Partial<OperatorRecipient> = {}): OperatorRecipient {
  const duty = { isOnDuty: true, offDutyUntil: null };
  return {
    operator: id,
    address: id,
    notices: "every",
    hasDigest: false,
    isWarned: true,
    language: "es",
    ...duty,
    ...change,
  };
}
const off = { isOnDuty: false };
const unwarned = { isWarned: false };
const choose = (all: OperatorRecipient[], owner: string | null = null) =>
  chooseWarnedOperators(all, job, owner, now).map((recipient) => recipient.operator);

describe("chooseWarned", () => {
  test("warns the owner even if they chose to get no warnings", () => {
    expect(choose([operator("ana", unwarned), operator("berta")], "ana")).toEqual(["ana"]);
  });

  test("warns operators on duty who want warnings when nobody owns the submission", () => {
    expect(choose([operator("ana"), operator("berta", off), operator("carla", unwarned)])).toEqual(["ana"]);
  });

  test("warns everyone on duty when none of them wants warnings", () => {
    expect(choose([operator("ana", off), operator("berta", unwarned), operator("carla", unwarned)])).toEqual([
      "berta",
      "carla",
    ]);
  });

  test("warns operators on duty when the owner is off duty", () => {
    expect(choose([operator("ana", off), operator("berta"), operator("carla", unwarned)], "ana")).toEqual(["berta"]);
    expect(choose([operator("ana", off), operator("berta", unwarned)], "ana")).toEqual(["berta"]);
  });

  test("warns an owner again from the start of the day they return to duty", () => {
    const back = { ...off, offDutyUntil: now };
    expect(choose([operator("ana", back), operator("berta")], "ana")).toEqual(["ana"]);
    expect(
      choose([operator("ana", { ...off, offDutyUntil: new Date(now.getTime() + 1) }), operator("berta")], "ana"),
    ).toEqual(["berta"]);
  });

  test("warns the owner when nobody is on duty", () => {
    expect(choose([operator("ana", off), operator("berta", off)], "ana")).toEqual(["ana"]);
    expect(choose([operator("ana", off), operator("berta", { ...off, ...unwarned })])).toEqual(["ana"]);
  });
});

describe("toOwnerNames", () => {
  const owner = { id: "ana", name: "Ana" };
  const names = (ana: OperatorRecipient) => {
    const berta = operator("berta");
    return toOwnerNames({ owner, disabledOwnerName: null }, [berta], [ana, berta], now);
  };

  test("names an owner who is off duty in a warning to others", () => {
    expect(names(operator("ana", off))).toEqual({ ownerName: null, absentOwner: { name: "Ana", why: "off_duty" } });
  });

  test("calls no owner off duty who is back by the time the warning is written", () => {
    const late = { ownerName: null, absentOwner: { name: "Ana", why: "late" } };
    expect(names(operator("ana"))).toEqual(late);
    expect(names(operator("ana", { ...off, offDutyUntil: now }))).toEqual(late);
  });
});
