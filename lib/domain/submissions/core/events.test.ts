import { expect, test } from "vitest";
import { describeEvent } from "./events.ts";

const by = { at: new Date("2026-11-21T08:00:00Z"), actor: "Ana" };
const before = { repliedAt: null, closedAt: null, closeReason: null };
const ana = { id: "a", name: "Ana" };

test("describes each event in words that continue a sentence after its actor", () => {
  expect(describeEvent({ ...by, type: "seen", details: {} })).toBe("looked at it");
  const until = "2026-11-22T08:00:00.000Z";
  expect(describeEvent({ ...by, type: "snooze", details: { from: null, until } })).toBe("snoozed it");
  expect(describeEvent({ ...by, type: "snooze", details: { from: until, until: null } })).toBe("brought it back");
  expect(describeEvent({ ...by, type: "note", details: { text: "Call back" } })).toBe("added a note");
  const change = { from: "new", to: "in_review", before } as const;
  expect(describeEvent({ ...by, type: "status", details: change })).toBe("changed the status from new to in review");
  expect(describeEvent({ ...by, type: "status", details: { ...change, isUndo: true } })).toBe(
    "took the last change back, the status from new to in review",
  );
  expect(describeEvent({ ...by, type: "owner", details: { from: null, to: ana } })).toBe(
    "changed the owner from nobody to Ana",
  );
  const rule = { name: "Spanish", isInTurn: true };
  expect(describeEvent({ ...by, type: "owner", details: { from: null, to: ana, rule } })).toBe(
    'changed the owner from nobody to Ana by the rule "Spanish"',
  );
  expect(describeEvent({ ...by, type: "owner", details: { from: ana, to: null } })).toBe(
    "changed the owner from Ana to nobody",
  );
});
