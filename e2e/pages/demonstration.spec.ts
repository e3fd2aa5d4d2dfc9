import { expect, type Page } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { locales, test, texts } from "../support/site.ts";
import { indexedPages, ownAddresses } from "../support/site-pages.ts";

const notice = (page: Page, locale: (typeof locales)[number]) =>
  page
    .getByRole("banner")
    .getByText(texts[locale].markup("site.demonstration", { long: (words) => words }), { exact: true });
const robots = (page: Page) => page.locator('meta[name="robots"]');

for (const locale of locales) {
  test(`${locale}: marks each page as a demonstration, not indexed, if the site has no address and calendar of its own`, async ({
    page,
  }) => {
    for (const href of [...indexedPages, "/evaluation/result"] as const) {
      await page.goto(getPathname({ href, locale }));
      await expect(notice(page, locale)).toBeVisible();
      await expect(robots(page)).toHaveAttribute("content", /^noindex, (no)?follow$/);
    }
    await page.emulateMedia({ media: "print" });
    await expect(notice(page, locale)).toBeVisible();
  });
}

test("marks no demonstration on a site with its own address and calendar", async ({ page, startOwn }) => {
  const DATABASE_URL = process.env.E2E_DATABASE_URL ?? "";
  const { url } = await startOwn({ DATABASE_URL, ...ownAddresses });
  for (const locale of locales) {
    for (const href of indexedPages) {
      await page.goto(url + getPathname({ href, locale }));
      await expect(notice(page, locale)).toHaveCount(0);
      await expect(robots(page)).toHaveCount(0);
    }
    const catalog = url + getPathname({ href: "/catalog", locale });
    await page.goto(`${catalog}/prize-draws`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(robots(page)).toHaveCount(0);
    await page.goto(`${catalog}?search=draws`);
    await expect(robots(page)).toHaveAttribute("content", "noindex, follow");
  }
});
