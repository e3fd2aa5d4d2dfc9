import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { picture, switchTheme } from "./pictures.ts";

/**
 * Configures axe for pages without frames. It reports only violations, which saves a quarter of its time, and is loaded
 * once per document, because loading takes as long as checking a small page.
 */
export async function axe(page: Page): Promise<AxeBuilder> {
  const isLoaded = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: "true" } : {}) });
  return builder.setLegacyMode().options({ resultTypes: ["violations"] });
}

/** Two combinations are enough: a violation depends on the width or on the theme, but not on both. */
const looks = [
  { width: 320, theme: "light" },
  { width: 1280, theme: "dark" },
] as const;

/** Expects no axe violation and no horizontal overflow, in the light theme if narrow and in the dark theme if wide. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const { width, theme } of looks) {
    await page.setViewportSize({ width, height: 740 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${width} pixels`).toBeLessThanOrEqual(0);
    await switchTheme(page, theme);
    await picture(page, `${width} ${theme}`);
    const { violations } = await (await axe(page)).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    expect.soft(found, `${width} pixels, ${theme}`).toEqual([]);
  }
}
