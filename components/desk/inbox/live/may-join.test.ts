import { expect, test } from "vitest";
import { mayJoin } from "./may-join.ts";

const shown = { kind: "evaluation", id: 1 } as const;
const notShown = { kind: "inquiry", id: 1 } as const;

test.each(["status", "owner", "inbound"])("a hidden submission may join the list: %s", (change) => {
  expect(mayJoin({ type: "changed", change, ...notShown, revision: 3 }, [shown])).toBe(true);
  expect(mayJoin({ type: "changed", change, ...shown, revision: 3 }, [shown])).toBe(false);
});

test("a new submission may join the list, an annotated one may not", () => {
  expect(mayJoin({ type: "submitted", ...notShown, revision: 0 }, [shown])).toBe(true);
  expect(mayJoin({ type: "changed", change: "note", ...notShown, revision: 3 }, [shown])).toBe(false);
  expect(mayJoin({ type: "beat" }, [shown])).toBe(false);
});
