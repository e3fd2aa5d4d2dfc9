import path from "node:path";
import { type Page, test } from "@playwright/test";

const folder = path.join(import.meta.dirname, "..", "..", "screenshots");
let count = 0;

/** Saves a screenshot into screenshots/ if `npm run screenshots` runs. Its name has the test's title and a counter. */
export async function picture(page: Page, look: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  count++;
  const { title, file } = test.info();
  const name = [path.basename(file, ".spec.ts"), title, count, look].join(" ");
  await takePicture(page, path.join(folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.png`));
}

/**
 * Takes a screenshot of the full page, or of the visible part while a dialog is open. Playwright's full-page screenshot
 * would disable touch emulation, so this makes the viewport as tall as the page, and fixes heights that depend on the
 * viewport first.
 */
async function takePicture(page: Page, file: string): Promise<void> {
  const screen = page.viewportSize();
  if (!screen || (await page.locator("dialog[open]").count())) {
    await page.screenshot({ path: file });
    return;
  }
  const height = await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement | SVGElement>("body, body *")) {
      const { minHeight, maxHeight } = getComputedStyle(element);
      if (Number.parseFloat(minHeight) > 0) element.style.minHeight = minHeight;
      if (maxHeight !== "none") element.style.maxHeight = maxHeight;
    }
    // At the desk, the panel with a submission scrolls separately from the list beside it.
    const panel = document.querySelector("article")?.parentElement;
    panel?.scrollTo(0, 0);
    return document.documentElement.scrollHeight + (panel ? panel.scrollHeight - panel.clientHeight : 0);
  });
  await page.setViewportSize({ ...screen, height: Math.max(height, screen.height) });
  await page.screenshot({ path: file });
  await page.setViewportSize(screen);
  await page.evaluate(() => {
    for (const { style } of document.querySelectorAll<HTMLElement | SVGElement>("body, body *")) {
      style.minHeight = "";
      style.maxHeight = "";
    }
  });
}

/** `forced` means forced colours: the person's own colours for all sites, such as high contrast on Windows. */
export type Theme = "light" | "dark" | "forced";
export const themes = ["light", "dark"] as const satisfies Theme[];

/** Switches the theme, and waits until every colour transition has ended. Ignores animations that never end. */
export async function switchTheme(page: Page, theme: Theme): Promise<void> {
  const isForced = theme === "forced";
  await page.emulateMedia({ colorScheme: isForced ? "dark" : theme, forcedColors: isForced ? "active" : "none" });
  await page.evaluate(async () => {
    const changes = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline instanceof DocumentTimeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}
