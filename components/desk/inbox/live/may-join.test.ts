import { expect, test } from "vitest";
import { mayJoin } from "./may-join.ts";

const shown = { kind: "evaluation", id: 1 } as const;
const notShown = { kind: "inquiry", id: 1 } as const;

test.each(["status", "owner", "inbound"])("a list may be joined by what it does not show: %s", (change) => {
  expect(mayJoin({ type: "changed", change, ...notShown, revision: 3 }, [shown])).toBe(true);
  expect(mayJoin({ type: "changed", change, ...shown, revision: 3 }, [shown])).toBe(false);
});

test("a list may be joined by a new submission, and not by one that was only looked at", () => {
  expect(mayJoin({ type: "submitted", ...notShown, revision: 0 }, [shown])).toBe(true);
  expect(mayJoin({ type: "changed", change: "note", ...notShown, revision: 3 }, [shown])).toBe(false);
  expect(mayJoin({ type: "beat" }, [shown])).toBe(false);
});
