import { expect, type Page } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import { listAxeViolations } from "../support/page-axe.ts";
import { picture, switchTheme, type Theme, themes } from "../support/pictures.ts";
import { test } from "../support/site.ts";
import { journeys } from "../support/site-states.ts";

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const colorRules = ["color-contrast", "link-in-text-block"];
const narrow = { width: 320, height: 640 };
const phone = { width: 360, height: 740 };

/** Lists violations, each with its first faulty element. In the dark theme, only colours can be additional faults. */
async function listViolations(page: Page, theme: string): Promise<string[]> {
  const violations = await listAxeViolations(page, theme === "dark" ? colorRules : tags);
  return violations.map(({ id, help, nodes: [first, ...others] }) =>
    [`${id} (${theme}): ${help}.`, first?.html, first?.any[0]?.message, others.length && `And ${others.length} more`]
      .filter(Boolean)
      .join(" "),
  );
}

/** Journeys to check by day. Between them, they have each part of the site: texts, forms, lists, errors, references. */
const byDay = new Set(["content", "evaluation", "contact", "catalog", "entries", "errorPages"]);

/** States that show parts with colours of their own. */
const colourful = /error|no-answer|chosen|start-over/;

/** Returns the themes to check: both for the first state of a page and for parts with their own colours, else light. */
function listThemes(state: string, isFirstOfPage: boolean): readonly Theme[] {
  return isFirstOfPage || colourful.test(state) ? themes : ["light"];
}

/**
 * Returns a switch that disables all scripts. Enable them again once the page has loaded: the page's own scripts no
 * longer run then, but axe, itself a script, can.
 */
async function createScriptSwitch(page: Page): Promise<(isOff: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (isOff) => {
    await session.send("Emulation.setScriptExecutionDisabled", { value: isOff });
  };
}

/** @returns pixels of the page beyond the screen's right edge */
async function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Both languages have the same elements and colours, and Spanish has the longer texts. */
const locale = "es";
test.use({ locale, viewport: phone, contextOptions: { reducedMotion: "reduce" } });

for (const [name, journey] of Object.entries(journeys)) {
  test(
    `has no axe violations in any state of ${name}, and fits a screen of 320 pixels`,
    byDay.has(name) ? {} : nightly,
    async ({ page, tolerate }) => {
      if (journey.hasFailures) tolerate(/^Failed to load resource/);
      const switchOff = journey.isScripted ? undefined : await createScriptSwitch(page);
      const pages = new Set<string>();
      for (const [state, reach] of Object.entries(journey.states)) {
        await test.step(state, async () => {
          await switchOff?.(true);
          await reach(page, locale);
          await switchOff?.(false);
          const { pathname } = new URL(page.url());
          for (const theme of listThemes(state, !pages.has(pathname))) {
            await switchTheme(page, theme);
            await picture(page, `${state} ${theme}`);
            expect.soft(await listViolations(page, theme), state).toEqual([]);
          }
          pages.add(pathname);
          await page.setViewportSize(narrow);
          expect.soft(await measureOverflow(page), `${state} at 320 pixels`).toBe(0);
          await page.setViewportSize(phone);
        });
      }
    },
  );
}
