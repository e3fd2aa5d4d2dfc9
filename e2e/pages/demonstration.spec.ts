import { expect, type Page } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { locales, test, texts } from "../support/site.ts";
import { indexedPages, ownAddresses } from "../support/site-pages.ts";

const getNotice = (page: Page, locale: (typeof locales)[number]) =>
  page
    .getByRole("banner")
    .getByText(texts[locale].markup("site.demonstration", { long: (words) => words }), { exact: true });
const robots = (page: Page) => page.locator('meta[name="robots"]');

for (const locale of locales) {
  test(`${locale}: marks each page as a demonstration and noindex if the site has no own address and calendar`, async ({
    page,
  }) => {
    for (const href of [...indexedPages, "/evaluation/result"] as const) {
      await page.goto(getPathname({ href, locale }));
      await expect(getNotice(page, locale)).toBeVisible();
      await expect(robots(page)).toHaveAttribute("content", /^noindex, (no)?follow$/);
    }
    await page.emulateMedia({ media: "print" });
    await expect(getNotice(page, locale)).toBeVisible();
  });
}

test("marks no page as a demonstration on a site with its own address and calendar", async ({ page, startOwn }) => {
  const DATABASE_URL = process.env.E2E_DATABASE_URL ?? "";
  const { url } = await startOwn({ DATABASE_URL, ...ownAddresses });
  for (const locale of locales) {
    for (const href of indexedPages) {
      await page.goto(url + getPathname({ href, locale }));
      await expect(getNotice(page, locale)).toHaveCount(0);
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
