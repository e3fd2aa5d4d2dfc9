import { expect } from "@playwright/test";
import { privacyNoticeVersion, privacyNoticeVersions } from "../../lib/domain/submissions/core/promises.ts";
import { noticeSections as sections } from "../../lib/domain/submissions/intake/privacy-notice.ts";
import { receiptCookies } from "../../lib/domain/submissions/intake/receipt.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { answerByKeys, fillFields, formatNoticeVersion, open, test, texts } from "../support/site.ts";

test("shows the complete privacy notice without script and in print", async ({ browser, baseURL }) => {
  const t = texts.en;
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  const path = getPathname({ href: "/privacy", locale: "en" });
  const version = formatNoticeVersion(privacyNoticeVersion, "en");
  for (const href of ["/evaluation", "/contact"] as const) {
    await page.goto(getPathname({ href, locale: "en" }));
    await expect(page.locator("form p", { has: page.locator(`a[href="${path}"]`) })).toContainText(version);
  }
  await page.goto(path);
  await expect(page.locator("article header time")).toHaveText(version);
  const controller = page.getByRole("region", { name: t("privacy.sections.controller.title") });
  await expect(controller).toContainText("Encaje");
  await expect(controller.getByRole("link")).toHaveAttribute("href", "mailto:hello@example.com");
  const listed = page.getByRole("table").locator("tbody time");
  await expect(listed).toHaveText(privacyNoticeVersions.map((each) => formatNoticeVersion(each, "en")));
  const contents = page.getByRole("navigation", { name: t("site.contents") }).getByRole("link");
  await expect(contents).toHaveText(sections.map((section) => t(`privacy.sections.${section}.title`)));
  await contents.last().click();
  await expect(page).toHaveURL(`${path}#${sections.at(-1)}`);
  await page.emulateMedia({ media: "print" });
  for (const section of sections) {
    const heading = page.locator(`#${section}`).getByRole("heading", { level: 2 });
    await expect(heading).toHaveText(t(`privacy.sections.${section}.title`));
    await expect(heading).toBeVisible();
  }
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await context.close();
});

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
