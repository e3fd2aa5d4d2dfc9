import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { isNightly } from "./nightly.ts";
import { picture, switchTheme } from "./pictures.ts";

/**
 * Configures axe for pages without frames. It reports only violations, which saves a quarter of its time, and is loaded
 * once per document, because loading takes as long as checking a small page.
 */
export async function createAxe(page: Page): Promise<AxeBuilder> {
  const isLoaded = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: "true" } : {}) });
  return builder.setLegacyMode().options({ resultTypes: ["violations"] });
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
    await switchTheme(page, theme);
    await picture(page, `${width} ${theme}`);
    if (!isNightly && at !== turn % looks.length) continue;
    const { violations } = await (await createAxe(page)).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    expect.soft(found, `${width} pixels, ${theme}`).toEqual([]);
  }
}
