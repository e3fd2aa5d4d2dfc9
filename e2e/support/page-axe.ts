import { expect, type Page, test } from "@playwright/test";
import axe, { type Result, type RunOptions } from "axe-core";
import { isNightly } from "./nightly.ts";
import { picture, switchTheme } from "./pictures.ts";

/**
 * Lists what axe finds in a page without frames. Loads axe once per document, which takes as long as checking a small
 * page, and past Playwright's `evaluate`, which would double that time.
 */
export async function listAxeViolations(page: Page, runOnly?: RunOptions["runOnly"]): Promise<Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) {
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: axe.source });
    await session.detach();
  }
  const options: RunOptions = { resultTypes: ["violations"], ...(runOnly && { runOnly }) };
  return page.evaluate(async (given) => (await axe.run(document, given)).violations, options);
}

/** Two combinations are enough: a violation depends on the width or on the theme, but not on both. */
const looks = [
  { width: 320, theme: "light" },
  { width: 1280, theme: "dark" },
] as const;

/** Calls of `expectAccessible` by test. */
const calls = new Map<string, number>();

/**
 * Expects no horizontal overflow, and no axe violation in the light theme if narrow and in the dark theme if wide. The
 * two take turns, from call to call and from test to test; every night, each call checks both.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const { testId, title } = test.info();
  const turn = calls.get(testId) ?? title.length;
  calls.set(testId, turn + 1);
  // A page has its elements before its styles.
  await page.waitForLoadState();
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [at, { width, theme }] of looks.entries()) {
    await page.setViewportSize({ width, height: 740 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${width} pixels`).toBeLessThanOrEqual(0);
    const isChecked = isNightly || at === turn % looks.length;
    // The overflow is the same in both themes.
    if (!isChecked && !process.env.SCREENSHOTS) continue;
    await switchTheme(page, theme);
    await picture(page, `${width} ${theme}`);
    if (!isChecked) continue;
    const violations = await listAxeViolations(page);
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    expect.soft(found, `${width} pixels, ${theme}`).toEqual([]);
  }
}
