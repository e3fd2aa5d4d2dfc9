import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { switchTheme, themes } from "../../scripts/site/themes.ts";

const widths = [320, 1280];

/** What is shown now breaks no rule of axe in either theme, narrow or wide, and has nothing beside the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(overflow, `${width} pixels`).toBeLessThanOrEqual(0);
    for (const theme of themes) {
      await switchTheme(page, theme);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
      expect.soft(found, `${width} pixels, ${theme}`).toEqual([]);
    }
  }
}
