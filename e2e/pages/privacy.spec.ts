import { expect } from "@playwright/test";
import { privacyNoticeVersion, privacyNoticeVersions } from "../../lib/domain/submissions/core/promises.ts";
import { noticeSections as sections } from "../../lib/domain/submissions/intake/privacy-notice.ts";
import { receiptCookies } from "../../lib/domain/submissions/intake/receipt.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { inOneLanguage } from "../support/nightly.ts";
import { answerByKeys, fillFields, formatNoticeVersion, open, test, texts } from "../support/site.ts";

for (const locale of inOneLanguage("en")) {
  const t = texts[locale];
  const path = getPathname({ href: "/privacy", locale });

  test.describe(`the privacy notice, ${locale}`, () => {
    test("shows the privacy notice's version, controller and contact, and lists every version", async ({ page }) => {
      await open(page, locale, "/privacy");
      await expect(page.getByRole("heading", { level: 1, name: t("privacy.title") })).toBeVisible();
      await expect(page.locator("article header time")).toHaveText(formatNoticeVersion(privacyNoticeVersion, locale));
      const controller = page.getByRole("region", { name: t("privacy.sections.controller.title") });
      await expect(controller).toContainText("Encaje");
      await expect(controller.getByRole("link")).toHaveAttribute("href", "mailto:hello@example.com");
      const listed = page.getByRole("table").locator("tbody time");
      await expect(listed).toHaveText(privacyNoticeVersions.map((version) => formatNoticeVersion(version, locale)));
    });

    test("shows a table of contents that links to each section of the privacy notice", async ({ page }) => {
      // Turn off smooth scrolling, during which a click would miss its link.
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open(page, locale, "/privacy");
      const contents = page.getByRole("navigation", { name: t("site.contents") }).getByRole("link");
      await expect(contents).toHaveCount(sections.length);
      for (const section of sections) {
        const title = t(`privacy.sections.${section}.title`);
        await contents.getByText(title, { exact: true }).click();
        await expect(page).toHaveURL(new RegExp(`${path}#${section}$`));
        await expect(page.getByRole("heading", { level: 2, name: title })).toBeInViewport();
      }
    });

    test("links from both forms to the privacy notice, and names its current version there", async ({
      browser,
      baseURL,
    }) => {
      // Without script, the evaluation is one page, so the link is visible at once.
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      for (const href of ["/evaluation", "/contact"] as const) {
        await page.goto(`${baseURL}${getPathname({ href, locale })}`);
        const note = page.locator("form p", { has: page.locator(`a[href="${path}"]`) });
        await expect(note).toContainText(formatNoticeVersion(privacyNoticeVersion, locale));
      }
      await context.close();
    });

    test("shows the complete privacy notice without script and in print", async ({ browser, baseURL }) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(`${baseURL}${path}`);
      await page.emulateMedia({ media: "print" });
      for (const section of sections) {
        await expect(page.getByRole("heading", { name: t(`privacy.sections.${section}.title`) })).toBeVisible();
      }
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await context.close();
    });
  });
}

test("names everything that the site stores in the browser in the privacy notice", async ({ page, context }) => {
  await open(page, "en", "/", "?utm_source=radio");
  await open(page, "es", "/evaluation");
  await answerByKeys(page, [2]);
  await open(page, "es", "/contact");
  await fillFields(page, { message: "¿Hacen sorteos en El Salvador?" });
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).length)).toBe(3);
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const cookies = (await context.cookies()).map(({ name }) => name);
  await open(page, "es", "/privacy");
  const section = page.getByRole("region", { name: texts.es("privacy.sections.browser.title") });
  for (const name of [...stored, ...cookies, ...Object.values(receiptCookies)]) {
    await expect(section).toContainText(name);
  }
});
