import { expect, test } from "vitest";
import { mayJoin } from "./may-join.ts";

const shown = { kind: "evaluation", id: 1 } as const;
const notShown = { kind: "inquiry", id: 1 } as const;

test.each(["status", "owner", "inbound"])(
  "lets a submission that is not shown join the list after a change of type %s",
  (change) => {
    expect(mayJoin({ type: "changed", change, ...notShown, revision: 3 }, [shown])).toBe(true);
    expect(mayJoin({ type: "changed", change, ...shown, revision: 3 }, [shown])).toBe(false);
  },
);

test("lets a new submission join the list, but not one with only a new note", () => {
  expect(mayJoin({ type: "submitted", ...notShown, revision: 0 }, [shown])).toBe(true);
  expect(mayJoin({ type: "changed", change: "note", ...notShown, revision: 3 }, [shown])).toBe(false);
  expect(mayJoin({ type: "beat" }, [shown])).toBe(false);
});
