import { expect, test } from "vitest";
import { parseRefusedChange, refusedChangePath } from "./refused-change.ts";

const pathOf = (path: string) => Object.fromEntries(new URL(path, "http://localhost").searchParams);

test("a refused form leads back with its fault and the choice, and with no word that was typed", () => {
  const values = { kind: "evaluation", id: "5", status: "lost", reason: "", text: "secret" };
  const path = refusedChangePath("status")(values, [{ field: "reason", rule: "required" }]);
  expect(path).toBe("/admin/inbox/evaluation/5?refused=status&rule=required&status=lost");
  expect(parseRefusedChange(pathOf(path))).toEqual({ refused: "status", rule: "required", status: "lost" });
});

test("a conflict leads back with the choice alone, and whatever is no choice is left out", () => {
  expect(refusedChangePath("status")({ kind: "evaluation", id: "5", status: "won" }, [])).toBe(
    "/admin/inbox/evaluation/5?status=won",
  );
  const odd = { kind: "evaluation", id: "5", status: "<b>" };
  expect(refusedChangePath("status")(odd, [{ field: "revision", rule: "other" }])).toBe("/admin/inbox/evaluation/5");
  expect(parseRefusedChange({ refused: ["x"], rule: "nonsense", status: "" })).toEqual({});
});
