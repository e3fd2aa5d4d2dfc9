import { describe, expect, test } from "vitest";
import { LeadRoute } from "../../../domain/submissions/core/schema.ts";
import { locales } from "../../../i18n/locales.ts";
import { getThresholds, getVerdictMessage, judgeScore } from "./verdict.ts";

Object.assign(process.env, { FIT_REVIEW_MIN: "5.5", FIT_QUALIFIED_MIN: "11" });

describe("route of a score", () => {
  test.each([
    [0, "redirect"],
    [6.999999999, "redirect"],
    [7, "review"],
    [7.000000001, "review"],
    [12.999999999, "review"],
    [13, "qualified"],
    [18, "qualified"],
  ])("gives the score %d the route %s with the thresholds 7 and 13", (score, route) => {
    expect(judgeScore(score, { reviewMin: 7, qualifiedMin: 13 })).toBe(route);
  });

  test("never gives the route review when both thresholds are equal", () => {
    const equal = { reviewMin: 9, qualifiedMin: 9 };
    expect([0, 8.9, 9, 18].map((score) => judgeScore(score, equal))).toEqual([
      "redirect",
      "redirect",
      "qualified",
      "qualified",
    ]);
  });

  test("qualifies every score with thresholds of 0, and only the highest with 18", () => {
    expect(judgeScore(0, { reviewMin: 0, qualifiedMin: 0 })).toBe("qualified");
    expect(judgeScore(17.9, { reviewMin: 18, qualifiedMin: 18 })).toBe("redirect");
    expect(judgeScore(18, { reviewMin: 18, qualifiedMin: 18 })).toBe("qualified");
  });

  test("reads the thresholds from the environment", () => {
    expect(getThresholds()).toEqual({ reviewMin: 5.5, qualifiedMin: 11 });
  });
});

const terms = { hours: 48, run: "always" } as const;

test("gives each verdict its own text in each language, without a number", () => {
  const texts = LeadRoute.options.flatMap((route) => locales.map((locale) => getVerdictMessage(route, locale, terms)));
  expect(new Set(texts).size).toBe(6);
  for (const text of texts) {
    expect(text.trim().length).toBeGreaterThan(40);
    expect(text.match(/\d+/g) ?? []).toEqual(text.includes("48") ? ["48"] : []);
  }
  expect(getVerdictMessage("review", "en", terms)).toContain("48 hours");
  expect(getVerdictMessage("review", "es", terms)).toContain("48 horas");
});
