import type { Page } from "@playwright/test";

export const themes = ["light", "dark"] as const;

/** Switches and waits until every colour has changed. */
export async function switchTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}
