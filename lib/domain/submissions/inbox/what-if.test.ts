import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumPoints } from "../core/questions.ts";
import type { LeadRoute } from "../core/schema.ts";
import type { Alternative } from "../core/submission.ts";
import { findAlternatives } from "./what-if.ts";

const makeRouting =
  (reviewMin: number, qualifiedMin: number) =>
  (score: number): LeadRoute => {
    if (score >= qualifiedMin) return "qualified";
    return score >= reviewMin ? "review" : "redirect";
  };
const ranks = ["redirect", "review", "qualified"];

describe("the smallest changes to another route", () => {
  test("lists every answer whose change by one point leads to another route", () => {
    const { better, worse } = findAlternatives([2, 2, 2, 2, 2, 1, 1, 0, 0], makeRouting(7, 13));
    expect(better).toEqual(
      [
        [5, 1],
        [6, 1],
        [7, 0],
        [8, 0],
      ].map(([question, from = 0]) => ({
        changes: [{ question, from, to: from + 1 }],
        score: 13,
        route: "qualified",
      })),
    );
    expect(worse.every(({ changes, score }) => changes.length === 3 && score < 7)).toBe(true);
    expect(worse).toHaveLength(10);
  });

  test("finds the smallest changes of nine middle answers among all combinations", () => {
    const { better, worse } = findAlternatives([1, 1, 1, 1, 1, 1, 1, 1, 1], makeRouting(1, 17));
    expect(better.map(({ changes }) => changes.length)).toEqual(Array.from({ length: 9 }, () => 8));
    expect(worse).toEqual([
      expect.objectContaining({ changes: expect.objectContaining({ length: 9 }), score: 0, route: "redirect" }),
    ]);
  });
});

type Size = { count: number; moved: number };
const measure = ({ changes }: Pick<Alternative, "changes">): Size => ({
  count: changes.length,
  moved: sumPoints(changes.map(({ from, to }) => Math.abs(to - from))),
});

/** Lists every set of answers that could have been sent instead of `points`. */
function listAnswerSets(points: readonly number[]): number[][] {
  return points.reduce<number[][]>(
    (found, point) => found.flatMap((sheet) => [...new Set([point, 0, 1, 2])].map((other) => [...sheet, other])),
    [[]],
  );
}

test("lists all smallest changes to another route, for any answers and thresholds", () => {
  const point = fc.oneof(
    fc.constantFrom(0, 1, 2),
    fc.integer({ min: 0, max: 8 }).map((quarter) => quarter / 4),
  );
  const cutOff = fc.integer({ min: 0, max: 40 }).map((quarter) => quarter / 4);
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 4 }), cutOff, cutOff, (points, one, other) => {
      const findRoute = makeRouting(Math.min(one, other), Math.max(one, other));
      const rank = ranks.indexOf(findRoute(sumPoints(points)));
      const found = findAlternatives(points, findRoute);
      for (const [sign, alternatives] of [
        [1, found.better],
        [-1, found.worse],
      ] as const) {
        const reached = listAnswerSets(points).flatMap((sheet) => {
          const changes = sheet.flatMap((to, question) => {
            const from = points[question] ?? 0;
            return to === from ? [] : [{ question, from, to }];
          });
          const score = sumPoints(sheet);
          const route = findRoute(score);
          return sign * (ranks.indexOf(route) - rank) > 0 ? [{ changes, score, route }] : [];
        });
        const count = Math.min(...reached.map((sheet) => measure(sheet).count));
        const fewest = reached.filter((sheet) => measure(sheet).count === count);
        const moved = Math.min(...fewest.map((sheet) => measure(sheet).moved));
        const smallest = fewest.filter((sheet) => measure(sheet).moved === moved);
        expect(alternatives).toHaveLength(smallest.length);
        expect(alternatives).toEqual(expect.arrayContaining(smallest));
      }
    }),
  );
});
