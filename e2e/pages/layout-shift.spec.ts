import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import type { Href } from "../../lib/i18n/paths.ts";
import { firstByDay } from "../support/nightly.ts";
import { open, test } from "../support/site.ts";

const shiftMax = 0.02;
const fontMilliseconds = 1_500;

const entry = { pathname: "/catalog/[slug]", params: { slug: "prize-draws" } } as const;
const pages: Href[] = ["/", "/catalog", entry, "/contact", "/privacy", "/security", "/developers"];

async function measureLayoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    // Wait two frames, until the text is laid out in the loaded font and layout shifts are reported.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    type Shift = PerformanceEntry & { value: number };
    const shifts = await new Promise<Shift[]>((resolve) => {
      new PerformanceObserver((list, observer) => {
        observer.disconnect();
        resolve(list.getEntries() as Shift[]);
      }).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve([]), 300);
    });
    return shifts.reduce((sum, { value }) => sum + value, 0);
  });
}

/** Test each width once, because both languages have the same fonts. */
const looks = [
  [360, "es"],
  [412, "en"],
  [1280, "es"],
] as const;

for (const [width, locale] of firstByDay(looks)) {
  test(`loads slow fonts without a layout shift at ${width} pixels in ${locale}`, async ({ context }) => {
    // Open the pages in parallel, because each waits for its delayed fonts.
    const shifts = await Promise.all(
      pages.map(async (href) => {
        const page = await context.newPage();
        await page.setViewportSize({ width, height: 800 });
        await page.route(/\.woff2$/, async (route) => {
          await wait(fontMilliseconds);
          await route.continue();
        });
        await open(page, locale, href);
        return [page.url(), await measureLayoutShift(page)] as const;
      }),
    );
    expect(shifts.filter(([, shift]) => shift > shiftMax)).toEqual([]);
  });
}
