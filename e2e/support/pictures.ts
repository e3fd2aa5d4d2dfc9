import path from "node:path";
import { type Page, test } from "@playwright/test";

const folder = path.join(import.meta.dirname, "..", "..", "screenshots");
let count = 0;

/** Saves the page into screenshots/, for `npm run screenshots` only. The name has the test's title and a counter. */
export async function picture(page: Page, look: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  count++;
  const { title, file } = test.info();
  const name = [path.basename(file, ".spec.ts"), title, count, look].join(" ");
  await takePicture(page, path.join(folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.png`));
}

/**
 * Takes a picture of the full page, or of the screen while a dialog is open. Playwright's own full-page screenshot
 * would disable touch emulation and its styles, so the viewport is made as tall as the page, with heights in viewport
 * units kept.
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
    // An open submission scrolls separately from the list beside it.
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

/** `forced` means a person's own colours for all sites, such as high contrast on Windows. */
export type Theme = "light" | "dark" | "forced";
export const themes = ["light", "dark"] as const satisfies Theme[];

/** Waits until every colour transition has ended. Scroll-driven animations never end. */
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
